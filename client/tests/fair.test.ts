import { expect, test } from "vitest";
import { bytes, MUS_DECK, Stream, verify } from "../src/lib/fair";
import type { Frame, MusView, Replay } from "../src/lib/protocol";
import { hmac, sha256 } from "../src/lib/sha256";
import { hex } from "../src/lib/socket";

const SEED = hex(Uint8Array.from({ length: 32 }, (_, at) => at));
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const SHARES = ["00112233445566778899aabbccddeeff", "", "ffeeddccbbaa99887766554433221100", ""];
const DECK =
  "Co 2c 6o 3o 7c 2e 1c 7e 1o 4c 1e Cc 5c 4e Ce 5o 2o Cb 6b Sc Re 5e 6c Sb 3e 5b 7o 4b So 1b 4o Rb 3b Ro 2b 6e 7b 3c Rc Se";
const text = (said: string) => new TextEncoder().encode(said);

test("SHA-256 and HMAC give their published answers", () => {
  expect(hex(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(text("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(hex(hmac(text("Jefe"), text("what do ya want for nothing?")))).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test("SHA-256 agrees with the browser's own at every length around a block", async () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 128, 300]) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 7) & 255);
    const own = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
    expect(hex(sha256(message))).toBe(hex(own));
  }
});

test("the deck that the server deals from follows here too", () => {
  expect(hex(sha256(bytes(SEED)))).toBe(COMMITMENT);
  expect(new Stream(SEED, SHARES).shuffle(MUS_DECK).join(" ")).toBe(DECK);
});

/** A deal of four from the mano on chair 2, as the seeds say, and a service of two cards to chair 2. */
function replay(change: Partial<Replay> = {}): Replay {
  const cards = DECK.split(" ");
  const order = [2, 3, 4, 1];
  const hands: Record<string, string[]> = {};
  order.forEach((chair, at) => {
    hands[chair] = [0, 4, 8, 12].map((round) => cards[round + at]);
  });
  const view = { game: "mus", order, mano: 2, cards: {}, seat: 1 } as unknown as MusView;
  const served: Frame = { at: 1, news: [{ code: "said", act: { chair: 2, kind: "=", count: 2, cards: cards.slice(16, 18) } }], view };
  const fair = { algorithm: "ordago-fair-1", commitment: COMMITMENT, server_seed: SEED, shares: SHARES };
  const frames = [{ at: 0, news: [], view, hands }, served];
  return { id: "x", match: 1, deal: 1, deals: 1, game: "mus", seat: 1, names: [], all: true, fair, frames, ...change };
}

test("a deal that follows from its seeds is right", () => {
  expect(verify(replay(), null)).toEqual({ code: "right" });
});

test("a swapped card, another seed and a changed share are found", () => {
  const swapped = replay();
  swapped.frames[0].hands![3] = ["Ro", ...swapped.frames[0].hands![3].slice(1)];
  expect(verify(swapped, null)).toEqual({ code: "cards", chair: 3 });
  const fair = replay().fair;
  expect(verify(replay({ fair: { ...fair, server_seed: "00".repeat(32) } }), null)).toEqual({ code: "commitment" });
  const mine = { chair: 1, share: "11".repeat(16), commitment: COMMITMENT };
  expect(verify(replay(), mine)).toEqual({ code: "share" });
  expect(verify(replay(), { ...mine, commitment: "00" })).toEqual({ code: "commitment" });
});

test("a served card that does not follow is found", () => {
  const wrong = replay();
  wrong.frames[1].news = [{ code: "said", act: { chair: 2, kind: "=", count: 1, cards: ["Ro"] } }];
  expect(verify(wrong, null)).toEqual({ code: "cards", chair: 2 });
});

test("without the seed nothing is claimed", () => {
  expect(verify(replay({ fair: { ...replay().fair, server_seed: null } }), null)).toEqual({ code: "sealed" });
});
