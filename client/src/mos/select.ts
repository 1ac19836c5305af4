/** Choosing what to lay: a tap chooses a card, a second tap on the other end of a run chooses the run. */

import type { Option } from "../lib/protocol";

/** The cards that some legal act lays. */
export function playable(legal: Option[]): Set<string> {
  return new Set(legal.flatMap((option) => option.cards ?? []));
}

/** The legal act that lays exactly these cards. */
export function chosen(legal: Option[], cards: string[]): Option | undefined {
  const word = [...cards].sort().join();
  return legal.find((option) => option.cards?.length && [...option.cards].sort().join() === word);
}

/** What is selected after a tap on a card. */
export function tapped(legal: Option[], selected: string[], card: string): string[] {
  if (selected.length === 1 && selected[0] === card) return [];
  const ends = selected.length === 1 ? selected[0] : undefined;
  const run = ends && legal.find((option) => isBetween(option, ends, card));
  if (run) return run.cards!;
  const single = legal.find((option) => option.cards?.length === 1 && option.cards[0] === card);
  if (single) return single.cards!;
  // A card that goes only in a run brings the shortest one that it ends.
  const runs = legal.filter((option) => option.cards?.includes(card));
  runs.sort((a, b) => Number(endsWith(b, card)) - Number(endsWith(a, card)) || a.cards!.length - b.cards!.length);
  return runs[0]?.cards ?? selected;
}

/** The runs of one card more or less than what is selected, for Shift and an arrow. */
export function stretched(legal: Option[], selected: string[], longer: boolean): string[] {
  const wanted = selected.length + (longer ? 1 : -1);
  const found = legal.find(
    (option) => option.cards?.length === wanted && (longer ? selected : option.cards).every((card) => (longer ? option.cards! : selected).includes(card)),
  );
  return found?.cards ?? selected;
}

function isBetween(option: Option, one: string, other: string): boolean {
  const cards = option.cards ?? [];
  if (cards.length < 2 || one === other) return false;
  const ends = [cards[0], cards[cards.length - 1]];
  return ends.includes(one) && ends.includes(other);
}

function endsWith(option: Option, card: string): boolean {
  const cards = option.cards ?? [];
  return cards[0] === card || cards[cards.length - 1] === card;
}
