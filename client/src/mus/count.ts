/** The count told lance by lance: who won what and why. The stones are the server's; here are the sentences. */

import type { Award, LanceName, MusView, Settings, Worth } from "../lib/protocol";
import { plural, t } from "../lib/texts.svelte";
import { effective, juegoText, paresText, RANKS } from "./hand";
import { lanceOf } from "./words";

export interface Step {
  lance: LanceName;
  awards: Award[];
  /** The chairs whose hands won; empty after a refusal or where nobody has anything. */
  winners: number[];
  /** The score of each side once this step is told. */
  score: Record<string, number>;
}

const JUEGO_ORDER = [31, 32, 40, 37, 36, 35, 34, 33];

/** The lances that count, in order, each with its awards and the score after it: an accepted órdago leaves no others. */
export function steps(view: MusView): Step[] {
  const score: Record<string, number> = {};
  const late = (award: Award): boolean => award.when === "count" || award.why === "ordago";
  view.side_names.forEach((side, at) => {
    const counted = view.awards.filter((award) => award.side === side && late(award));
    score[side] = view.score[at] - counted.reduce((sum, award) => sum + award.stones, 0);
  });
  const decided = view.closed.some((lance) => lance.outcome?.kind === "ordago");
  return view.closed
    .filter((lance) => (decided ? view.awards.some((award) => award.lance === lance.name) : lance.outcome?.kind !== "none" || lance.name === "pares"))
    .map((lance) => {
      const awards = view.awards.filter((award) => award.lance === lance.name);
      for (const award of awards) if (late(award)) score[award.side] += award.stones;
      const shown = awards.filter((award) => award.why !== "refused");
      return { lance: lance.name, awards, winners: [...new Set(shown.flatMap((a) => a.chairs))], score: { ...score } };
    });
}

/** Whether all hands lie open. */
export function allShown(view: MusView): boolean {
  return view.order.every((chair) => view.worths[chair] !== undefined);
}

/** What a hand is in this lance, in a word or two. */
export function handIn(lance: LanceName, worth: Worth): string {
  if (lance === "pares") return paresText(worth);
  if (lance === "juego") return juegoText(worth);
  if (lance === "punto") return String(worth.total);
  const numbers = lance === "chica" ? [...worth.numbers].reverse() : worth.numbers;
  return numbers.map((rank) => ({ 12: "R", 11: "C", 10: "S" })[rank] ?? String(rank)).join(" ");
}

function strength(lance: LanceName, worth: Worth, rules: Settings): number[] {
  switch (lance) {
    case "grande":
      return worth.numbers;
    case "chica":
      return [...worth.numbers].reverse().map((rank) => -rank);
    case "pares":
      return [worth.category, worth.paired[0] ?? 0, worth.paired.at(-1) ?? 0];
    case "juego": {
      const order = (rules.juego_order as number[] | undefined) ?? JUEGO_ORDER;
      return worth.juego ? [order.length - order.indexOf(worth.total), Number(worth.real)] : [0, 0];
    }
    default:
      return [worth.total];
  }
}

function compare(a: number[], b: number[]): number {
  const place = a.findIndex((value, at) => value !== b[at]);
  return place < 0 ? 0 : a[place] - b[place];
}

/** The best of the other sides' hands that stayed in; 0: none. */
function bestRival(view: MusView, lance: LanceName, winner: number, rules: Settings): number {
  const outcome = lanceOf(view, lance)?.outcome;
  const rivals = (outcome?.chairs ?? []).filter((chair) => view.sides[chair - 1] !== view.sides[winner - 1]);
  const of = (chair: number) => strength(lance, view.worths[chair], rules);
  return rivals.reduce((best, chair) => (best && compare(of(best), of(chair)) >= 0 ? best : chair), 0);
}

/** The cards of a hand that decide a lance, to be ringed. */
export function deciding(view: MusView, step: Step, chair: number, rules: Settings): string[] {
  const hand = sortedHand(view.cards[chair] ?? [], rules);
  const worth = view.worths[chair];
  if (!step.winners.includes(chair) || !worth) return [];
  if (step.lance === "pares") return hand.filter((card) => worth.paired.includes(effective(card, rules)));
  const rival = bestRival(view, step.lance, chair, rules);
  if ((step.lance !== "grande" && step.lance !== "chica") || !rival) return hand;
  const [mine, theirs] = [strength(step.lance, worth, rules), strength(step.lance, view.worths[rival], rules)];
  const place = mine.findIndex((value, at) => value !== theirs[at]);
  if (place < 0) return hand;
  return [step.lance === "grande" ? hand[place] : hand[hand.length - 1 - place]];
}

export function sortedHand(cards: string[], rules: Settings): string[] {
  return [...cards].sort((a, b) => effective(b, rules) - effective(a, rules));
}

/** Why the lance went as it did: one headline, then what is worth saying. */
export function reasons(view: MusView, step: Step, rules: Settings, names: string[]): string[] {
  const found: string[] = [];
  const outcome = lanceOf(view, step.lance)?.outcome;
  const stake = step.awards.find((award) => award.why !== "bonus");
  if (outcome?.kind === "none" && step.lance === "pares") return [t("Nobody has pares.")];
  if (outcome?.kind === "refused") {
    found.push(outcome.stones ? t("The raise was refused: what had been bet before it is paid.") : t("The first bet was refused."));
    if (stake?.when === "at once") found.push(t("Scored at once."));
  }
  if (outcome?.kind === "uncontested") found.push(t("The other side has none."));
  if (outcome?.kind === "paso") found.push(t("Everybody passed."));
  if (outcome?.kind === "accepted") found.push(t("The bet was accepted."));
  if (outcome?.kind === "ordago") found.push(t("The órdago was accepted: this lance decides the juego."));
  const won = outcome && ["paso", "accepted", "ordago"].includes(outcome.kind) ? step.winners[0] : 0;
  if (won && allShown(view)) found.push(...comparison(view, step.lance, won, rules, names));
  return found;
}

function comparison(view: MusView, lance: LanceName, winner: number, rules: Settings, names: string[]): string[] {
  const rival = bestRival(view, lance, winner, rules);
  if (!rival) return [];
  const [mine, theirs] = [view.worths[winner], view.worths[rival]];
  const params = {
    winner: names[winner - 1],
    hand: handIn(lance, mine),
    rival: names[rival - 1],
    other: handIn(lance, theirs),
  };
  const [high, low] = [strength(lance, mine, rules), strength(lance, theirs, rules)];
  if (compare(high, low) === 0) {
    return winner === view.mano
      ? [t("{winner} and {rival} tie with {hand}; the mano wins ties.", params)]
      : [t("{winner} and {rival} tie with {hand}; {winner} is nearer to the mano.", params)];
  }
  const found = [t("Best hand, {winner}: {hand}; next, {rival}: {other}.", params)];
  if (lance === "grande" || lance === "chica") {
    const place = high.findIndex((value, at) => value !== low[at]);
    const [better, worse] = [high[place], low[place]].map((rank) => t(RANKS[Math.abs(rank)][0]));
    found.push(t("Card {place}: {high} beats {low}.", { place: place + 1, high: better, low: worse }));
  }
  return found;
}

/** What an award is for, as a line of the bill. */
export function billLine(view: MusView, award: Award, names: string[]): string {
  switch (award.why) {
    case "perete":
      return t("Perete");
    case "refused":
      return award.when === "at once" ? t("Refused bet, scored at once") : t("Refused bet");
    case "paso":
      return t("Passed by all");
    case "accepted":
      return t("Accepted bet");
    case "ordago":
      return t("Accepted órdago");
    default: {
      if (award.lance === "punto") return t("Best punto");
      const paid = award.chairs.map((chair) => {
        const worth = view.worths[chair];
        const hand = worth ? (award.lance === "pares" ? paresText(worth) : juegoText(worth)) : "";
        return hand ? `${names[chair - 1]}: ${hand}` : names[chair - 1];
      });
      return paid.join(" · ");
    }
  }
}

/** The whole step as one message for a screen reader. */
export function stepSpoken(view: MusView, step: Step, rules: Settings, names: string[], side: (of: string) => string): string {
  const paid = step.awards.map((award) => {
    const stones = plural("{n} stone for {side}.", "{n} stones for {side}.", award.stones, { side: side(award.side) });
    return `${billLine(view, award, names)}: ${stones}`;
  });
  return [...reasons(view, step, rules, names), ...paid].join(" ");
}
