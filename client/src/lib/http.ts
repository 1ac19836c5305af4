/** What happens before a table, over HTTP. */

import type { Book, GameInfo, NewTable, OpenTable, Phrase, Refusal, Replay, SettingInfo } from "./protocol";

/** The server said no; `code` and `params` say why. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.code);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, { ...request, credentials: "same-origin" });
  const found = (await answer.json().catch(() => ({}))) as { error?: Refusal };
  if (!answer.ok) throw new Refused(answer.status, found.error ?? { code: "server", params: { status: answer.status } });
  return found as T;
}

export const http = {
  me: () => ask<{ name: string | null }>("/api/me"),
  rename: (name: string) => ask<{ name: string }>("/api/me", { name }),
  games: (lang: string) => ask<{ games: GameInfo[]; phrases: Phrase[] }>(`/api/games?lang=${lang}`),
  settings: (lang: string, game: string) => ask<{ settings: SettingInfo[] }>(`/api/games/${game}/settings?lang=${lang}`),
  rules: (lang: string, game: string, preset: string, settings: unknown, players?: number) =>
    ask<Book>(`/api/rules?lang=${lang}`, { game, preset, settings, ...(players ? { players } : {}) }),
  create: (table: NewTable) => ask<{ id: string; link: string }>("/api/tables", table),
  quick: (table: NewTable) => ask<{ id: string; link: string }>("/api/quick", table),
  open: () => ask<{ tables: OpenTable[] }>("/api/tables"),
  replay: (id: string, deal: number, match: number, seat: string) =>
    ask<Replay>(`/api/tables/${id}/deals/${deal}?match=${match}&seat=${seat}`),
  acta: (id: string, match: number) => `/api/tables/${id}/matches/${match}.acta`,
  qr: (id: string) => `/api/tables/${id}/qr.svg`,
};
