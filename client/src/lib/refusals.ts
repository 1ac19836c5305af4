/** The sentence for a refusal: the tables of the tellers, exported when the client is built. */

import codes from "../texts/codes.json";
import { cardsSaid } from "./cards";
import type { Refusal } from "./protocol";
import { mark, t } from "./texts.svelte";

const SENTENCES: Record<string, string> = codes.sentences;
const WORDS: Record<string, Record<string, string>> = codes.words;
const CONTRADICTIONS: Record<string, string> = codes.contradictions;
const CHAIRS = new Set(["bettor", "next", "turn"]);

const CARDS = new Set(["card", "cards", "top"]);

/** What only this page says: the server was not reached, or could not answer. */
const HERE: Record<string, string> = {
  offline: mark("No connection: nothing was sent. Wait until the table is back."),
  "not-sent": mark("The connection broke: your act may not have arrived, and the table has gone on."),
  server: mark("The server answered with an error ({status})."),
};

export function refusalText(refusal: Refusal, names: string[]): string {
  const { led, trump } = refusal.params ?? {};
  const trumpsLed = refusal.code === "wrong-suit" && led === trump;
  const sentence = trumpsLed ? t("{card} is no trump, and trumps were led ({trump}).") : (HERE[refusal.code] ?? SENTENCES[refusal.code]);
  if (refusal.code === "setting-contradicts") {
    const told = CONTRADICTIONS[String(refusal.params?.setting)];
    if (told) return t(told);
  }
  if (!sentence) return t("That is not possible now ({code}).", { code: refusal.code });
  const params: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(refusal.params ?? {})) params[key] = said(key, value, names);
  return t(sentence, params);
}

function said(key: string, value: unknown, names: string[]): string | number {
  if (CHAIRS.has(key) && typeof value === "number") return names[value - 1] ?? value;
  if (CARDS.has(key) && typeof value === "string") return cardsSaid(value);
  const word = WORDS[key]?.[String(value)];
  return word ? t(word) : (value as string | number);
}
