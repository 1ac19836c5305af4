/** What a hand of Mus holds, in words. What it is worth comes from the server (`View.worths`). */

import type { Settings, Worth } from "../lib/protocol";
import { mark, t } from "../lib/texts.svelte";

const NUMBER: Record<string, number> = { R: 12, C: 11, S: 10 };

/** One and several cards of each effective rank. */
export const RANKS: Record<number, [string, string]> = {
  12: [mark("king"), mark("kings")],
  11: [mark("knight"), mark("knights")],
  10: [mark("jack"), mark("jacks")],
  7: [mark("seven"), mark("sevens")],
  6: [mark("six"), mark("sixes")],
  5: [mark("five"), mark("fives")],
  4: [mark("four"), mark("fours")],
  3: [mark("three"), mark("threes")],
  2: [mark("two"), mark("twos")],
  1: [mark("ace"), mark("aces")],
};

function printed(card: string): number {
  return NUMBER[card[0]] ?? Number(card[0]);
}

/** The number as which a card counts: with eight kings a 3 is a king and a 2 an ace; extra kings are kings. */
export function effective(card: string, rules: Settings): number {
  if ((rules.extra_kings as string[] | undefined)?.includes(card)) return 12;
  if (rules.kings !== 4 && card[0] === "3") return 12;
  if (rules.kings !== 4 && card[0] === "2") return 1;
  return printed(card);
}

/** What a card counts as where that is not what it shows. */
export function countsAs(card: string, rules: Settings): string {
  const rank = effective(card, rules);
  if (rank === printed(card)) return "";
  return rank === 12 ? t("= king") : t("= ace");
}

/** The rank that a card counts as, in a word. */
export function rankWord(card: string, rules: Settings): string {
  return t(RANKS[effective(card, rules)][0]);
}

export function paresText(worth: Worth): string {
  if (!worth.category) return t("no pares");
  const [high, low] = [worth.paired[0], worth.paired.at(-1)!].map((rank) => t(RANKS[rank][1]));
  if (worth.category === 1) return t("par of {ranks}", { ranks: high });
  if (worth.category === 2) return t("medias of {ranks}", { ranks: high });
  if (high === low) return t("duples, four {ranks}", { ranks: high });
  return t("duples of {high} and {low}", { high, low });
}

export function juegoText(worth: Worth): string {
  if (worth.real) return t("juego, la Real");
  if (worth.juego) return t("juego of {total}", { total: worth.total });
  return t("no juego, {total}", { total: worth.total });
}

/** The first letter large, for a phrase that opens a line. */
export function opening(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
