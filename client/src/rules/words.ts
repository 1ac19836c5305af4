/** The parts of the rules, and what stands within a setting, in words. The settings themselves are told by the server. */

import { mark, t } from "../lib/texts.svelte";
import { LANCES } from "../mus/words";

const ROOMS: Record<string, string> = {
  seating: mark("Sides"),
  hand: mark("Hands and cards"),
  match: mark("The match"),
  talk: mark("The mus"),
  discard: mark("Throwing cards"),
  betting: mark("Betting"),
  count: mark("The count"),
  deal: mark("The deal"),
  duels: mark("The duels"),
  lending: mark("Lending"),
  shedding: mark("The shedding"),
  stall: mark("Games without end"),
};

const PARTS: Record<string, string> = {
  "31": mark("the 31"),
  other: mark("other juego"),
  mode: mark("then"),
  burn: mark("a card is burnt"),
  draw: mark("nobody loses"),
  most_cards: mark("whoever holds most cards loses"),
  none: mark("play goes on"),
  repetitions: mark("after a position has come so often"),
  idle_rounds: mark("after so many rounds without change"),
  round_action_cap: mark("most acts in a round (0: any number)"),
};

/** The parts of settings that are rows of numbers. */
const ROWS: Record<string, string[]> = { pares_value: [mark("par"), mark("medias (word)"), mark("duples (word)")] };

export function roomName(room: string): string {
  return room in ROOMS ? t(ROOMS[room]) : room;
}

export function partName(part: string): string {
  if (part in PARTS) return t(PARTS[part]);
  return part in LANCES ? t(LANCES[part]) : part;
}

export function rowNames(setting: string): string[] {
  return (ROWS[setting] ?? []).map((word) => t(word).replace(/ \(.*\)$/, ""));
}
