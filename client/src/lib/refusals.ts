/** The sentence for a refusal: the tables of the tellers, exported when the client is built. */

import codes from "../texts/codes.json";
import type { Refusal } from "./protocol";
import { mark, t } from "./texts.svelte";

const SENTENCES: Record<string, string> = codes.sentences;
const WORDS: Record<string, Record<string, string>> = codes.words;
const CHAIRS = new Set(["bettor", "next", "turn"]);

/** What only a table says, not the rules. */
const TABLE: Record<string, string> = {
  "not-seated": mark("You are watching; take a seat to play."),
  "not-host": mark("Only the host may do that."),
  "seat-taken": mark("That seat is taken."),
  locked: mark("The table is locked: nobody new may sit down."),
  kicked: mark("The host has closed this table to you."),
  "no-identity": mark("Say your name first."),
  "not-playing": mark("No match is being played now."),
  "not-waiting": mark("The match has begun already."),
  "not-over": mark("The match is not over yet."),
  paused: mark("The game is paused."),
  "phrase-unknown": mark("This phrase is not in the list."),
  "phrase-not-now": mark("This phrase waits until the deal is over."),
  "seats-empty": mark("There are empty seats: fill them with bots or wait."),
  "too-fast": mark("Too fast. One moment, please."),
  busy: mark("The server is busy. Try again."),
  malformed: mark("The server did not understand that."),
  "not-found": mark("There is no such table."),
  "table-unknown": mark("There is no such table."),
  "match-running": mark("That can be seen once the match is over."),
  "deal-running": mark("That can be seen once the deal is over."),
  server: mark("The server answered with an error ({status})."),
};

export function refusalText(refusal: Refusal, names: string[]): string {
  const sentence = TABLE[refusal.code] ?? SENTENCES[refusal.code];
  if (!sentence) return t("That is not possible now ({code}).", { code: refusal.code });
  const params: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(refusal.params ?? {})) params[key] = said(key, value, names);
  return t(sentence, params);
}

function said(key: string, value: unknown, names: string[]): string | number {
  if (CHAIRS.has(key) && typeof value === "number") return names[value - 1] ?? value;
  const word = typeof value === "string" ? WORDS[key]?.[value] : undefined;
  return word ? t(word) : (value as string | number);
}
