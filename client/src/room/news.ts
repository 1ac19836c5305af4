/** News of either game as a line of the log and of the screen reader. */

import type { Table, View } from "../lib/protocol";
import { phraseText } from "../lib/phrases";
import type { LogNews } from "../lib/table.svelte";
import { t } from "../lib/texts.svelte";
import { mosLine } from "../mos/tell";
import { awardLine, saidLine, tableLine } from "../mus/tell";
import { HEADINGS, sideWithin } from "../mus/words";

/** One line; empty where there is nothing to tell. */
export function newsLine(news: LogNews, table: Table, view: View | null): string {
  const names = table.seats.map((seat) => seat.name);
  switch (news.code) {
    case "said":
      return table.game === "mus" ? saidLine(news.act, names, table.you.chair) : mosLine(news.act, names, table.you.chair);
    case "deal":
      return t("Deal {n}", { n: news.deal });
    case "award":
      return view?.game === "mus" && news.award.when === "at once"
        ? awardLine(news.award, sideWithin(view, news.award.side, names))
        : "";
    case "lance":
      return [t(HEADINGS[news.lance]), declared(news.has, names)].filter(Boolean).join(" ");
    case "phrase":
      return t("{player}: “{phrase}”", { player: news.name, phrase: phraseText(news.phrase) });
    default:
      return tableLine(news);
  }
}

function declared(has: boolean[] | undefined, names: string[]): string {
  if (!has) return "";
  const yes = names.filter((_, at) => has[at]).join(", ");
  const no = names.filter((_, at) => !has[at]).join(", ");
  if (!yes) return "";
  return no ? t("Yes: {names}. No: {others}.", { names: yes, others: no }) : t("Yes: {names}.", { names: yes });
}

/** What stands for a deal or a lance in the log. */
export function isHeading(news: LogNews): boolean {
  return news.code === "deal" || news.code === "lance";
}
