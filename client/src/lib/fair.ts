/** Checks a fair deal, `ordago-fair-1` (docs/protocol.md), in the reader's own browser. */

import type { FairDeal, Frame, Replay } from "./protocol";
import { hmac, sha256 } from "./sha256";
import { hex } from "./socket";

export const ALGORITHM = "ordago-fair-1";
const SPAN = 2 ** 32;

export const MUS_DECK = [..."1234567SCR"].flatMap((rank) => [..."oceb"].map((suit) => rank + suit));
export const MOS_DECK = [..."23456789TJQKA"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));

export function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The numbers that follow from the seed and the shares. */
export class Stream {
  private readonly key: Uint8Array;
  private numbers: number[] = [];
  private block = 0;

  constructor(seed: string, shares: string[], purpose = "deck") {
    const text = [`${ALGORITHM}/${purpose}`, ...shares].join("\n");
    this.key = hmac(bytes(seed), new TextEncoder().encode(text));
  }

  /** An unbiased number from 0 below n: what would favour some is thrown away. */
  below(n: number): number {
    for (;;) {
      const x = this.next();
      if (x < SPAN - (SPAN % n)) return x % n;
    }
  }

  shuffle(cards: string[]): string[] {
    const deck = [...cards];
    for (let i = deck.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [deck[i], deck[j]] = [deck[j], deck[i]];
    }
    return deck;
  }

  private next(): number {
    if (!this.numbers.length) {
      const index = new DataView(new ArrayBuffer(8));
      index.setUint32(4, this.block++);
      const block = new DataView(hmac(this.key, new Uint8Array(index.buffer)).buffer);
      this.numbers = Array.from({ length: 8 }, (_, at) => block.getUint32(4 * at));
    }
    return this.numbers.shift()!;
  }
}

/** What a check found. `partly`: right as far as this viewer may see the cards. */
export type Verdict =
  | { code: "right" | "partly" | "sealed" | "commitment" | "share" }
  | { code: "cards"; chair: number }
  | { code: "algorithm"; name: string };

/** Check a finished deal; `mine` is what this browser sent and was promised, where it still knows. */
export function verify(replay: Replay, mine: { chair: number; share: string; commitment: string } | null): Verdict {
  const fair = replay.fair;
  if (fair.algorithm !== ALGORITHM) return { code: "algorithm", name: fair.algorithm };
  if (!fair.server_seed) return { code: "sealed" };
  if (hex(sha256(bytes(fair.server_seed))) !== fair.commitment) return { code: "commitment" };
  if (mine && mine.commitment !== fair.commitment) return { code: "commitment" };
  if (mine && fair.shares[mine.chair - 1] && fair.shares[mine.chair - 1] !== mine.share) return { code: "share" };
  return checkCards(replay, fair, fair.server_seed);
}

function checkCards(replay: Replay, fair: FairDeal, seed: string): Verdict {
  const first = replay.frames[0];
  const [deck, order, each] = layout(first);
  const cards = new Stream(seed, fair.shares).shuffle(deck);
  const hands = new Map(order.map((chair) => [chair, [] as string[]]));
  for (let round = 0; round < each; round++) for (const chair of order) hands.get(chair)!.push(cards.shift()!);
  let seen = 0;
  for (const [chair, hand] of hands) {
    const shown = shownTo(first, chair);
    if (!shown) continue;
    seen++;
    if (!same(hand, shown)) return { code: "cards", chair };
  }
  // The stock follows: every service at Mus takes the next cards of it.
  for (const frame of replay.frames) {
    for (const news of frame.news) {
      if (news.code !== "said" || news.act.kind !== "=") continue;
      const count = news.act.count ?? news.act.cards?.length ?? 0;
      if (cards.length < count) return { code: "partly" };
      const served = cards.splice(0, count);
      const chair = news.act.to ?? news.act.chair;
      if (news.act.cards?.length && !same(served, news.act.cards)) return { code: "cards", chair };
    }
  }
  return { code: seen === order.length ? "right" : "partly" };
}

/** The deck in its order, the chairs in the order of the deal, and how many cards each gets. */
function layout(first: Frame): [string[], number[], number] {
  const view = first.view;
  if (view.game === "mus") return [MUS_DECK, view.order, 4];
  const chairs = Array.from({ length: view.players }, (_, at) => ((view.dealer + at) % view.players) + 1);
  const order = chairs.filter((chair) => view.hand_sizes[chair - 1] > 0);
  const each = view.hand_sizes[order[0] - 1];
  const packs = Math.round((view.stock + each * order.length) / MOS_DECK.length);
  return [Array.from({ length: packs }, () => MOS_DECK).flat(), order, each];
}

function shownTo(frame: Frame, chair: number): string[] | undefined {
  if (frame.hands) return frame.hands[chair];
  if (frame.view.game === "mus") return frame.view.cards[chair]?.length === 4 ? frame.view.cards[chair] : undefined;
  return frame.view.seat === chair ? frame.view.hand : undefined;
}

function same(one: string[], other: string[]): boolean {
  return [...one].sort().join() === [...other].sort().join();
}
