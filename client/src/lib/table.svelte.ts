/** The table that this page shows: the last snapshot, what was just said, and the line to the server. */

import { SvelteMap } from "svelte/reactivity";
import { type Again, hex, type Link, TableSocket } from "./socket";
import type { Command, Lance, LanceName, MusView, News, Power, Refusal, Seat, Table, View } from "./protocol";

const BUBBLE = 4_000;
const LOG = 400;

/** News as the log keeps them: a lance that opens is told too, with who has what it needs. */
export type LogNews = News | { code: "lance"; lance: LanceName; has?: boolean[] };

export interface LogEntry {
  key: number;
  news: LogNews;
}

export interface Bubble {
  key: number;
  news: LogNews;
}

/** Called with the news of each message, after the snapshot stands. */
export type Hearer = (news: LogNews[], before: View | null, first: boolean) => void;

export class TableStore {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  link = $state<Link>("connecting");
  retryAt = $state(0);
  everOpen = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  log = $state.raw<LogEntry[]>([]);
  /** What each chair says now, by chair. */
  readonly bubbles = new SvelteMap<number, Bubble>();
  /** Phrases heard, by chair: they have a bubble of their own. */
  readonly phrases = new SvelteMap<number, Bubble>();
  /** The server's clock minus ours, in milliseconds. */
  skew = 0;

  private key = 0;
  private shared = 0;
  private readonly socket: TableSocket;

  constructor(
    readonly id: string,
    private readonly hear: Hearer,
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new TableSocket(`${scheme}://${location.host}/ws/${id}`, {
      message: (message) => {
        const before = this.view;
        const first = message.seq === 1;
        const changedDeal = message.table.deal !== this.table?.deal;
        this.skew = message.now - Date.now();
        this.table = message.table;
        this.view = message.view;
        this.everOpen = true;
        if (first || changedDeal) this.bubbles.clear();
        if (first && this.log.length === 0 && message.view) this.recall(message.view, message.table.deal);
        const news = [...message.news, ...opened(first ? message.view : before, message.view)];
        this.take(news);
        this.hear(news, before, first);
        this.share();
      },
      link: (state, retryAt) => {
        this.link = state;
        this.retryAt = retryAt;
      },
    });
  }

  /** Send a command; a refusal is shown until the next command. Nothing is sent while there is no connection. */
  async send(command: Command, again?: Again): Promise<boolean> {
    this.refusal = null;
    const refusal = this.link === "lost" ? { code: "offline", params: {} } : await this.socket.send(command, again);
    this.refusal = refusal;
    return refusal === null;
  }

  /**
   * An act of the game. It was meant for the table as it is now: if the connection breaks before the answer and the
   * table has gone on meanwhile, it is not sent again.
   */
  act(word: string): Promise<boolean> {
    const [deal, acts] = this.place();
    return this.send({ t: "act", word }, () => {
      const [now, count] = this.place();
      if (now === deal && count === acts) return "send";
      const since = now === deal ? (this.view?.acts.slice(acts - count) ?? []) : [];
      return since.some((act) => act.chair === this.me) ? "done" : { code: "not-sent", params: {} };
    });
  }

  /** Where the play stands: which deal, and how many acts of it are done. */
  private place(): [string, number] {
    const view = this.view;
    return [`${this.table?.match}.${this.table?.deal}`, view ? view.acts.length + view.acts_skipped : 0];
  }

  can(power: Power): boolean {
    return this.table?.can.includes(power) ?? false;
  }

  /** Whether a seat may be taken: somebody without an identity gets one by doing so. */
  get maySit(): boolean {
    return this.can("sit") || (this.table !== null && !this.table.you.known && !this.table.locked);
  }

  get me(): number {
    return this.table?.you.chair ?? 0;
  }

  get names(): string[] {
    return this.table?.seats.map((seat) => seat.name) ?? [];
  }

  seat(chair: number): Seat | undefined {
    return this.table?.seats[chair - 1];
  }

  reopen(): void {
    this.socket.reopen();
  }

  close(): void {
    this.socket.close();
  }

  /** The log of a deal that was under way before we came. */
  private recall(view: View, deal: number): void {
    const said = view.acts.map((act): LogNews => ({ code: "said", act }));
    this.log = [{ code: "deal", deal } as const, ...said].map((news) => ({ key: this.key++, news }));
  }

  private take(news: LogNews[]): void {
    if (!news.length) return;
    this.log = [...this.log, ...news.map((one) => ({ key: this.key++, news: one }))].slice(-LOG);
    for (const one of news) {
      if (one.code === "said" && one.act.chair) this.show(this.bubbles, one.act.chair, one);
      if (one.code === "phrase") this.show(this.phrases, one.chair, one);
    }
  }

  private show(bubbles: Map<number, Bubble>, chair: number, news: LogNews): void {
    const key = this.key++;
    bubbles.set(chair, { key, news });
    setTimeout(() => {
      if (bubbles.get(chair)?.key === key) bubbles.delete(chair);
    }, BUBBLE);
  }

  /** Our random share of the next deal, at once when it is wanted. */
  private share(): void {
    const next = this.table?.fair.next;
    if (!next?.share || this.shared === next.deal * 1000 + this.table!.match) return;
    this.shared = next.deal * 1000 + this.table!.match;
    const share = hex(crypto.getRandomValues(new Uint8Array(16)));
    rememberShare(this.id, this.table!.match, next.deal, share, next.commitment);
    void this.socket.send({ t: "share", deal: next.deal, share });
  }
}

/** The lances that opened between two views. */
function opened(before: View | null, after: View | null): LogNews[] {
  if (after?.game !== "mus") return [];
  const known = new Set(before?.game === "mus" ? reached(before).map((lance) => lance.name) : []);
  const same = before?.game === "mus" && reached(after).length >= known.size;
  return reached(after)
    .filter((lance) => !same || !known.has(lance.name))
    .map((lance) => {
      const has = lance.name === "pares" ? after.declared.pares : lance.name === "juego" ? after.declared.juego : undefined;
      return { code: "lance", lance: lance.name, has };
    });
}

function reached(view: MusView): Lance[] {
  return view.lance ? [...view.closed, view.lance] : view.closed;
}

/** What this browser promised and was promised for a deal, to compare when the seeds are shown. */
export function rememberShare(id: string, match: number, deal: number, share: string, commitment: string): void {
  try {
    sessionStorage.setItem(`ordago.share.${id}.${match}.${deal}`, JSON.stringify({ share, commitment }));
  } catch {
    // Without storage the deal is still verifiable, only not against our own memory.
  }
}

export function rememberedShare(id: string, match: number, deal: number): { share: string; commitment: string } | null {
  try {
    return JSON.parse(sessionStorage.getItem(`ordago.share.${id}.${match}.${deal}`) ?? "null");
  } catch {
    return null;
  }
}
