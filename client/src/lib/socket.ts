/** One WebSocket to a table: sends commands until they are answered, and comes back by itself when it is lost. */

import type { Command, Refusal, ServerMessage, TableMessage } from "./protocol";

/** `gone`, `barred`: do not come back (no such table, wrong origin). */
export type Link = "connecting" | "open" | "lost" | "gone" | "barred";

export interface Listener {
  message(message: TableMessage): void;
  link(state: Link, retryAt: number): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const SILENCE = 10_000;
const FINAL: Record<number, Link> = { 4404: "gone", 4403: "barred" };

/** What becomes of a command without an answer once the table is back: send it again, forget it, or say why not. */
export type Again = () => "send" | "done" | Refusal;

interface Pending {
  text: string;
  settle: (refusal: Refusal | null) => void;
  again: Again;
}

export class TableSocket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private closed = false;
  /** Whether this connection has brought the table: only then is it known what may be sent. */
  private ready = false;
  private readonly pending = new Map<string, Pending>();

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /**
   * Send a command. Answers null once it is stored, or why it was refused. If the connection breaks before the answer,
   * `again` is asked when the table is back; a command that is sent again keeps its id, so that it is done once.
   */
  send(command: Command, again: Again = () => "send"): Promise<Refusal | null> {
    const id = newId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((settle) => {
      this.pending.set(id, { text, settle, again });
      if (this.ready && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /** Open the socket anew, for instance with an identity that was just made. */
  reopen(): void {
    this.drop();
    this.listener.link("connecting", 0);
    this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.drop();
  }

  private readonly hurry = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.socket === null && !this.closed) {
      this.retry();
    } else {
      this.ping();
    }
  };

  private readonly retry = (): void => {
    clearTimeout(this.timer);
    this.listener.link("lost", 0);
    this.connect();
  };

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.take(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onclose = (event) => this.lost(event.code);
    clearInterval(this.watch);
    this.watch = setInterval(() => {
      // A dead line says nothing: ask, and give up after ten seconds without a word.
      if (Date.now() - this.heard > 2 * SILENCE) socket.close();
      else if (Date.now() - this.heard > SILENCE) this.ping();
      if (Date.now() - this.heard > 2 * SILENCE && this.socket === socket) this.lost(1006);
    }, 2_500);
  }

  private ping(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send('{"t":"ping"}');
  }

  private take(message: ServerMessage): void {
    switch (message.t) {
      case "table":
        this.listener.message(message);
        if (!this.ready) this.back();
        break;
      case "ok":
      case "refused":
        this.pending.get(message.id)?.settle(message.t === "ok" ? null : message);
        this.pending.delete(message.id);
    }
  }

  /** The table is here: what was not answered is sent again or settled. */
  private back(): void {
    this.ready = true;
    this.wait = FIRST_WAIT;
    this.listener.link("open", 0);
    for (const [id, { text, settle, again }] of [...this.pending]) {
      const what = again();
      if (what === "send") this.socket?.send(text);
      else {
        this.pending.delete(id);
        settle(what === "done" ? null : what);
      }
    }
  }

  private lost(code: number): void {
    if (this.socket === null) return;
    this.drop();
    if (code in FINAL) {
      this.listener.link(FINAL[code], 0);
      return;
    }
    const goingDown = code === 1001 || code === 1012;
    const wait = code === 4429 ? LONGEST_WAIT : goingDown ? FIRST_WAIT + Math.random() * 2_500 : this.wait;
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.listener.link("lost", Date.now() + wait);
    this.timer = setTimeout(this.retry, wait);
  }

  private drop(): void {
    clearTimeout(this.timer);
    clearInterval(this.watch);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    this.ready = false;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** A new id for a command, also where the page came over plain http (no crypto.randomUUID there). */
export function newId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
