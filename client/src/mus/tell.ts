/** What is said and done at a table of Mus: the bubble at the seat, and the line in the log. */

import type { Award, News, Said } from "../lib/protocol";
import { cardName } from "../lib/cards";
import { mark, plural, t } from "../lib/texts.svelte";
import { betWords, LANCES, spokenNumber } from "./words";

export const SENAS: Record<string, { name: string; gesture: string }> = {
  two_kings: { name: mark("two kings"), gesture: mark("bite your lip") },
  three_kings: { name: mark("three kings"), gesture: mark("lip to one side") },
  four_kings: { name: mark("four kings"), gesture: mark("bite both lips") },
  two_aces: { name: mark("two aces"), gesture: mark("tip of the tongue") },
  three_aces: { name: mark("three aces"), gesture: mark("tongue to one side") },
  four_aces: { name: mark("four aces"), gesture: mark("tongue right out") },
  medias: { name: mark("medias"), gesture: mark("twist the mouth") },
  duples: { name: mark("duples"), gesture: mark("raise the eyebrows") },
  par: { name: mark("a par"), gesture: mark("turn the head") },
  t31: { name: mark("thirty-one"), gesture: mark("wink") },
  juego: { name: mark("juego"), gesture: mark("pout") },
  solomillo: { name: mark("solomillo"), gesture: mark("suck in the cheeks") },
  t30: { name: mark("thirty"), gesture: mark("both shoulders") },
  t29: { name: mark("twenty-nine"), gesture: mark("one shoulder") },
  ciego: { name: mark("nothing"), gesture: mark("close your eyes") },
  cut: { name: mark("cut the mus"), gesture: mark("nod sideways") },
  more: { name: mark("bet more"), gesture: mark("lift the chin") },
};

/** What somebody is heard to say; empty for what is not said aloud. */
export function spoken(act: Said): string {
  switch (act.kind) {
    case "M":
      return t("Mus");
    case "X":
      return t("No mus");
    case "P":
      return t("Pass");
    case "E":
      return betWords(act.stones ?? 2);
    case "+":
      return act.stones ? t("{n} more", { n: opening(spokenNumber(act.stones)) }) : t("Double");
    case "O":
      return t("Órdago!");
    case "Q":
      return t("Accept");
    case "N":
      return t("Decline");
    case "perete":
      return t("Perete!");
    case "D":
      return act.count ? plural("Throws {n}", "Throws {n}", act.count) : t("Keeps all four");
    default:
      return "";
  }
}

function opening(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** One act as the log and the screen reader tell it. */
export function saidLine(act: Said, names: string[], me: number): string {
  const player = names[act.chair - 1] ?? "";
  switch (act.kind) {
    case "M":
      return t("{player}: mus.", { player });
    case "X":
      return t("{player}: no mus.", { player });
    case "P":
      return t("{player}: pass.", { player });
    case "E":
      return t("{player}: envido {n}.", { player, n: act.stones ?? 2 });
    case "+":
      if (!act.stones) return t("{player}: double.", { player });
      return t("{player}: {n} more.", { player, n: act.stones });
    case "O":
      return t("{player}: órdago!", { player });
    case "Q":
      return t("{player}: I accept.", { player });
    case "N":
      return t("{player}: I decline.", { player });
    case "perete":
      return t("{player}: perete! 4 5 6 7 for four new cards.", { player });
    case "D":
      if (!act.count && !act.cards?.length) return t("{player}: no cards.", { player });
      return plural("{player}: {n} card.", "{player}: {n} cards.", act.count ?? act.cards!.length, { player });
    case "=":
      if ((act.to ?? act.chair) !== me || !act.cards?.length) return "";
      return t("New cards: {cards}.", { cards: act.cards.map(cardName).join(", ") });
    case "!":
      return t("{player}: the {card} was turned up in the deal.", {
        player: names[(act.to ?? act.chair) - 1] ?? "",
        card: act.cards?.map(cardName).join(", ") ?? "",
      });
    case "~":
      if (!act.code) return t("You catch a seña of {player}: {gesture}.", { player, gesture: t(SENAS[act.face ?? ""]?.gesture ?? "") });
      return t("{player}, seña: {sena}.", { player, sena: t(SENAS[act.code ?? ""]?.name ?? "") });
    default:
      return "";
  }
}

export function awardLine(award: Award, side: string): string {
  const params = { lance: t(LANCES[award.lance]), side };
  return plural("{lance}: {n} stone for {side}.", "{lance}: {n} stones for {side}.", award.stones, params);
}

/** News of the table that both games share. */
export function tableLine(news: News): string {
  const player = "name" in news ? news.name : "";
  switch (news.code) {
    case "sat":
      return t("{player} sits down.", { player });
    case "stood":
      return t("{player} leaves the chair.", { player });
    case "bot":
      return t("{player}, a bot, sits down.", { player });
    case "away":
      return t("{player} has lost the connection.", { player });
    case "stand_in":
      return t("A bot plays for {player} meanwhile.", { player });
    case "back":
      return t("{player} is back.", { player });
    case "kicked":
      return t("{player} had to leave the table.", { player });
    case "host":
      return t("{player} is the host now.", { player });
    case "timeout":
      return t("{player}: time is up.", { player });
    case "locked":
      return t("The table is locked.");
    case "unlocked":
      return t("The table is open again.");
    case "paused":
      return t("The host paused the game.");
    case "resumed":
      return t("The game goes on.");
    case "rematch":
      return t("Another match!");
    case "restarted":
      return t("The server was away for a moment; everything is as it was.");
    default:
      return "";
  }
}
