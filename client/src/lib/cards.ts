/** Cards: their names in a record are their names in the sprite; how they are said. */

import { mark, t } from "./texts.svelte";

const FRENCH_SUITS = "CDHS";

const SPANISH_FACE_WORDS: Record<string, string> = {
  R: mark("king"),
  C: mark("knight"),
  S: mark("jack"),
  "7": mark("seven"),
  "6": mark("six"),
  "5": mark("five"),
  "4": mark("four"),
  "3": mark("three"),
  "2": mark("two"),
  "1": mark("ace"),
};
const SPANISH_SUIT_WORDS: Record<string, string> = {
  o: mark("coins"),
  c: mark("cups"),
  e: mark("swords"),
  b: mark("clubs (bastos)"),
};
const FRENCH_RANK_WORDS: Record<string, string> = {
  A: mark("ace"),
  K: mark("king"),
  Q: mark("queen"),
  J: mark("jack (French)"),
  T: mark("ten"),
  "9": mark("nine"),
  "8": mark("eight"),
  "7": mark("seven"),
  "6": mark("six"),
  "5": mark("five"),
  "4": mark("four"),
  "3": mark("three"),
  "2": mark("two"),
};
const FRENCH_SUIT_WORDS: Record<string, string> = {
  C: mark("clubs (French)"),
  D: mark("diamonds"),
  H: mark("hearts"),
  S: mark("spades"),
};
const FRENCH_SIGNS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** The full name of a card: "seven of coins". */
export function cardName(name: string): string {
  const french = FRENCH_SUITS.includes(name[1]);
  const rank = french ? FRENCH_RANK_WORDS[name[0]] : SPANISH_FACE_WORDS[name[0]];
  const suit = french ? FRENCH_SUIT_WORDS[name[1]] : SPANISH_SUIT_WORDS[name[1]];
  if (!suit) return word(rank);
  return t("{rank} of {suit}", { rank: word(rank), suit: word(suit) });
}

/** The word without the note in brackets that parts it from its namesake in the catalogue. */
function word(sentence: string): string {
  return t(sentence).replace(/ \(.*\)$/, "");
}

/** A French card in two signs: 10♦. */
export function frenchShort(name: string): string {
  return `${name[0] === "T" ? "10" : name[0]}${FRENCH_SIGNS[name[1]]}`;
}

/** The name of a French suit by its letter. */
export function suitName(suit: string): string {
  return word(FRENCH_SUIT_WORDS[suit]);
}

/** Cards as a refusal names them (`7H`, `5D6D`, `7o`), said: French ones in signs, Spanish ones by their full names. */
export function cardsSaid(names: string): string {
  const cards = names.match(/[2-9TJQKA][CDHS]|[1-7SCR][oceb]/g);
  if (cards?.join("") !== names) return names;
  return cards.map((card) => (FRENCH_SUITS.includes(card[1]) ? frenchShort(card) : cardName(card))).join(" ");
}
