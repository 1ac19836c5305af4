/** What stands on a table of Mus, in words: lances, sides, bets and what an answer would be worth. */

import type { Lance, LanceName, MusView, Settings } from "../lib/protocol";
import { listed, mark, plural, t } from "../lib/texts.svelte";

export const LANCES: Record<string, string> = {
  mus: mark("Mus"),
  grande: mark("Grande"),
  chica: mark("Chica"),
  pares: mark("Pares"),
  juego: mark("Juego"),
  punto: mark("Punto"),
};

export const HEADINGS: Record<string, string> = {
  grande: mark("Grande: high cards."),
  chica: mark("Chica: low cards."),
  pares: mark("Pares: equal cards."),
  juego: mark("Juego: 31 or more."),
  punto: mark("Punto: nobody has juego."),
};

const NUMBERS = [
  mark("zero"),
  mark("one"),
  mark("two"),
  mark("three"),
  mark("four"),
  mark("five"),
  mark("six"),
  mark("seven"),
  mark("eight"),
  mark("nine"),
  mark("ten"),
];

/** A number as it is said aloud: in words up to ten. */
export function spokenNumber(n: number): string {
  return n > 0 && n <= 10 ? t(NUMBERS[n]) : String(n);
}

/** The side that the reader sits on, or the first one for somebody who watches. */
export function ownSide(view: MusView): string {
  return view.sides[(view.seat || 1) - 1];
}

export function isOwn(view: MusView, chair: number): boolean {
  return view.sides[chair - 1] === ownSide(view);
}

/** Two sides are we and they; to somebody who watches, and among more sides, they are their players. */
export function sideName(view: MusView, side: string, names: string[]): string {
  if (view.seat && view.side_names.length === 2) return side === ownSide(view) ? t("We") : t("They");
  return sidePlayers(view, side, names);
}

/** The same within a sentence: stones for us, won by them. */
export function sideWithin(view: MusView, side: string, names: string[]): string {
  if (view.seat && view.side_names.length === 2) return side === ownSide(view) ? t("us") : t("them");
  return sidePlayers(view, side, names);
}

export function sidePlayers(view: MusView, side: string, names: string[]): string {
  const chairs = view.sides.flatMap((of, at) => (of === side ? [at + 1] : []));
  chairs.sort((a, b) => Number(b === view.seat) - Number(a === view.seat));
  return listed(chairs.map((chair) => (chair === view.seat ? t("you") : names[chair - 1])));
}

/** The sides with their score, the reader's first. */
export function scores(view: MusView): { side: string; score: number; own: boolean }[] {
  const own = ownSide(view);
  return view.side_names
    .map((side, at) => ({ side, score: view.score[at], own: side === own }))
    .sort((a, b) => Number(b.own) - Number(a.own));
}

/** The four lances of this deal: punto takes the place of juego where nobody has it. */
export function lanceNames(view: MusView): LanceName[] {
  const punto = view.lance?.name === "punto" || view.closed.some((lance) => lance.name === "punto");
  return ["grande", "chica", "pares", punto ? "punto" : "juego"];
}

export function lanceOf(view: MusView, name: LanceName): Lance | null {
  return view.closed.find((lance) => lance.name === name) ?? (view.lance?.name === name ? view.lance : null);
}

/** The result of a lance, or how it stands, in two or three words. */
export function lanceNote(view: MusView, name: LanceName, names: string[]): string {
  const lance = lanceOf(view, name);
  const won = view.awards.filter((award) => award.lance === name);
  if (won.length && (view.phase === "over" || won[0].why === "refused")) {
    const side = won[0].side;
    const stones = won.reduce((sum, award) => sum + (award.side === side ? award.stones : 0), 0);
    return `${sideName(view, side, names)} ${stones}`;
  }
  if (!lance) return "–";
  const outcome = lance.outcome;
  if (!outcome) {
    if (lance.ordago) return t("órdago!");
    if (lance.bettor) return `${lance.stake} · ${t("accept?")}`;
    return view.turn === view.seat ? t("you speak") : t("{player} speaks", { player: names[view.turn - 1] ?? "" });
  }
  switch (outcome.kind) {
    case "paso":
      return t("passed");
    case "accepted":
      return `${outcome.stones} · ${t("accepted")}`;
    case "refused":
      return t("refused");
    case "ordago":
      return t("órdago!");
    case "uncontested":
      return t("no betting");
    default:
      return name === "pares" ? t("nobody") : "–";
  }
}

/** What stands in the middle of the felt. */
export interface Plate {
  big: string;
  title: string;
  line: string;
  rows: [string, string][];
}

export function plate(view: MusView, rules: Settings, names: string[]): Plate {
  const stock: [string, string] = [t("in the stock"), String(view.stock)];
  const empty: Plate = { big: "", title: "", line: "", rows: [] };
  if (view.phase === "redeal") return { ...empty, title: t("Dealing again"), line: t("a card was turned up") };
  if (view.phase === "mus") {
    const said = Math.max(view.order.indexOf(view.turn), 0);
    const line = view.choosing
      ? t("a card was turned up")
      : plural("{n} of {players} wants it", "{n} of {players} want it", said, { players: view.order.length });
    return { ...empty, title: view.corrido ? t("Mus corrido?") : t("Mus?"), line, rows: [stock] };
  }
  if (view.phase === "discard") {
    return { ...empty, title: t("There is mus"), line: t("discard {n}", { n: view.rounds || 1 }), rows: [stock] };
  }
  const lance = view.lance;
  if (!lance) return empty;
  const title = t(LANCES[lance.name]);
  if (!lance.bettor || !view.stakes) {
    const value = (rules.paso_value as Record<string, number> | undefined)?.[lance.name] ?? 0;
    return { ...empty, title, line: t("no bet yet"), rows: value ? [[t("if all pass"), String(value)]] : [] };
  }
  const bettor = names[lance.bettor - 1];
  const gains = sideWithin(view, view.sides[lance.bettor - 1], names);
  const lost = rules.refused_timing === "at_count" ? String(view.stakes.refuse) : t("{n} now", { n: view.stakes.refuse });
  const no: [string, string] = [t("if not"), `${lost} · ${gains}`];
  if (lance.ordago) {
    return { big: t("Órdago!"), title, line: bettor, rows: [[t("if accepted"), t("the juego")], no] };
  }
  return {
    big: String(lance.stake),
    title,
    line: lance.agreed ? t("{player} raises", { player: bettor }) : t("{player} bets", { player: bettor }),
    rows: [[t("if accepted"), t("{n} at the count", { n: view.stakes.accept })], no],
  };
}

/** A bet as it is said. */
export function betWords(stones: number): string {
  return stones === 2 ? t("Envido") : t("Envido {n}", { n: spokenNumber(stones) });
}
