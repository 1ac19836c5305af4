import { expect, test } from "vitest";
import { cardName, frenchShort } from "../src/lib/cards";
import { initial } from "../src/lib/names";
import type { MusView, Option, Worth } from "../src/lib/protocol";
import { refusalText } from "../src/lib/refusals";
import { match } from "../src/lib/route";
import { plural, t } from "../src/lib/texts.svelte";
import { chosen, stretched, tapped } from "../src/mos/select";
import { duelResult, unitShort } from "../src/mos/tell";
import { steps } from "../src/mus/count";
import { countsAs, paresText } from "../src/mus/hand";

const unit = (...cards: string[]): Option => ({ kind: cards.join(""), cards });

test("places of a sentence are filled, and a missing one stays to be seen", () => {
  expect(t("{player} sits down.", { player: "Ane" })).toBe("Ane sits down.");
  expect(t("{player} sits down.")).toBe("{player} sits down.");
  expect([plural("{n} card", "{n} cards", 1), plural("{n} card", "{n} cards", 0)]).toEqual(["1 card", "0 cards"]);
});

test("a name written from right to left leaves the sentence around it in its order", () => {
  expect(t("{player}: envido {n}.", { player: "\u05d3\u05e0\u05d4", n: 5 })).toBe("\u2068\u05d3\u05e0\u05d4\u2069: envido 5.");
});

test("addresses", () => {
  expect(match("/")).toEqual({ name: "home" });
  expect(match("/t/c505a84c")).toEqual({ name: "table", id: "c505a84c" });
  expect(match("/t/c505a84c/deal/2/7")).toEqual({ name: "replay", id: "c505a84c", match: 2, deal: 7 });
  for (const path of ["/t/../x", "/nothing", "/t/c505a84c/other"]) expect(match(path)).toEqual({ name: "nowhere" });
});

test("the sign of a player is a whole letter or a whole emoji", () => {
  expect([initial("ñaki"), initial("👨‍👩‍👧 Ana"), initial("")]).toEqual(["Ñ", "👨‍👩‍👧", "?"]);
});

test("cards of both decks by name", () => {
  expect(cardName("7o")).toBe("seven of coins");
  expect([cardName("JS"), cardName("1b"), frenchShort("TD")]).toEqual(["jack of spades", "ace of clubs", "10♦"]);
});

test("a three counts as a king only with eight kings", () => {
  expect([countsAs("3c", { kings: 8 }), countsAs("2b", {}), countsAs("3c", { kings: 4 }), countsAs("Ro", {})]).toEqual(["= king", "= ace", "", ""]);
  expect(countsAs("5o", { extra_kings: ["5o"] })).toBe("= king");
});

test("after an accepted órdago only the lances that paid are told, and the score waits for it", () => {
  const lance = (name: string, kind: string) => ({ name, outcome: { kind, chairs: [], stones: 0 } });
  const award = (lance: string, why: string, stones: number) => ({ lance, why, stones, side: "13", when: "at once", chairs: [1] });
  const view = {
    side_names: ["13", "24"],
    score: [40, 7],
    closed: [lance("grande", "accepted"), lance("chica", "refused"), lance("pares", "none"), lance("juego", "ordago")],
    awards: [award("chica", "refused", 1), award("juego", "ordago", 27)],
  } as unknown as MusView;
  expect(steps(view).map((step) => [step.lance, step.score])).toEqual([
    ["chica", { "13": 13, "24": 7 }],
    ["juego", { "13": 40, "24": 7 }],
  ]);
});

test("pares in words", () => {
  const worth = (category: Worth["category"], paired: number[]): Worth => ({ category, paired, total: 0, juego: false, real: false, numbers: [] });
  expect(paresText(worth(3, [12, 12]))).toBe("duples, four kings");
  expect(paresText(worth(3, [12, 1]))).toBe("duples of kings and aces");
  expect(paresText(worth(0, []))).toBe("no pares");
});

test("a run is chosen by its two ends, a card by one tap, and a second tap takes it back", () => {
  const legal = [unit("5D"), unit("6D"), unit("7D"), unit("5D", "6D"), unit("6D", "7D"), unit("5D", "6D", "7D")];
  expect(tapped(legal, [], "5D")).toEqual(["5D"]);
  expect(tapped(legal, ["5D"], "5D")).toEqual([]);
  expect(tapped(legal, ["5D"], "7D")).toEqual(["5D", "6D", "7D"]);
  expect(tapped(legal, ["7D"], "5D")).toEqual(["5D", "6D", "7D"]);
  expect(chosen(legal, ["7D", "6D", "5D"])?.kind).toBe("5D6D7D");
  expect(stretched(legal, ["5D"], true)).toEqual(["5D", "6D"]);
  expect(stretched(legal, ["5D", "6D"], false)).toEqual(["5D"]);
});

test("a card that goes only in a run brings the run that it ends", () => {
  expect(tapped([unit("5D", "6D", "7D")], [], "7D")).toEqual(["5D", "6D", "7D"]);
});

test("duels go by rank alone", () => {
  expect([duelResult("AS", "KH"), duelResult("KD", "KH"), duelResult("4H", "KH")]).toEqual(["wins", "tie", "loses"]);
  expect(unitShort(["5D", "6D", "7D"])).toBe("5♦ – 7♦");
});

test("the count goes on from the stones that were scored at once", () => {
  const view = {
    side_names: ["A", "B"],
    score: [38, 31],
    closed: [
      { name: "grande", outcome: { kind: "refused", chairs: [], side: "A", stones: 0 } },
      { name: "pares", outcome: { kind: "accepted", chairs: [1, 2], side: null, stones: 5 } },
    ],
    awards: [
      { lance: "grande", side: "A", stones: 1, why: "refused", when: "at once", chairs: [] },
      { lance: "pares", side: "A", stones: 5, why: "accepted", when: "count", chairs: [1] },
      { lance: "pares", side: "A", stones: 3, why: "bonus", when: "count", chairs: [1] },
    ],
  } as unknown as MusView;
  const told = steps(view);
  expect(told.map((step) => step.score)).toEqual([{ A: 30, B: 31 }, { A: 38, B: 31 }]);
  expect(told.map((step) => step.winners)).toEqual([[], [1]]);
});

test("a refusal names suits and players, never their numbers", () => {
  const names = ["Ane", "Jon"];
  expect(refusalText({ code: "wrong-suit", params: { card: "7S", led: 2, trump: 0 } }, names)).toBe(
    "7♠ is neither of the led suit (♥ hearts) nor a trump (♣ clubs).",
  );
  expect(refusalText({ code: "wrong-suit", params: { card: "7S", led: 0, trump: 0 } }, names)).toBe(
    "7♠ is no trump, and trumps were led (♣ clubs).",
  );
  expect(refusalText({ code: "not-your-turn", params: { turn: 2 } }, names)).toBe("It is not your turn yet: now it is up to Jon.");
  expect(refusalText({ code: "card-not-held", params: { card: "7o" } }, names)).toBe("There is no seven of coins in the hand.");
  expect(refusalText({ code: "setting-contradicts", params: { setting: "senas", reason: "señas need a partner" } }, names)).toBe(
    "Señas take a partner, and here everybody plays for themselves.",
  );
  expect(refusalText({ code: "from-the-future", params: {} }, names)).toBe("That is not possible now (from-the-future).");
});
