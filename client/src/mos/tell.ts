/** What happens at a table of Møs, in words. */

import { cardName, frenchShort, suitName } from "../lib/cards";
import type { MosView, Said, Table } from "../lib/protocol";
import { plural, t } from "../lib/texts.svelte";

export const RANKS = "23456789TJQKA";

/** A card or a run in short: J♥, 5♦ – 8♦. */
export function unitShort(cards: string[]): string {
  if (cards.length < 2) return cards.map(frenchShort).join("");
  return `${frenchShort(cards[0])} – ${frenchShort(cards[cards.length - 1])}`;
}

/** A card or a run in full words, for a screen reader. */
export function unitName(cards: string[]): string {
  if (cards.length < 2) return cards.map(cardName).join("");
  return t("{low} to {high}", { low: cardName(cards[0]), high: cardName(cards[cards.length - 1]) });
}

export function mosLine(act: Said, names: string[], me: number): string {
  const player = names[act.chair - 1] ?? "";
  const cards = act.cards ?? [];
  const unit = unitShort(cards);
  switch (act.kind) {
    case "play":
      return t("{player}: {cards}.", { player, cards: unit });
    case "take":
      return t("{player} cannot beat it.", { player });
    case "blind":
      return t("{player} plays blind.", { player });
    case "turned":
      return t("{player}: {cards}.", { player, cards: unit });
    case "draw":
      return act.chair === me && cards.length ? t("You draw {cards}.", { cards: cards.map(frenchShort).join(" ") }) : "";
    case "draw_trump":
      return t("{player} gets the last card unseen: the trump.", { player });
    case "won":
      if (!act.chair) return plural("{n} card leaves the game.", "{n} cards leave the game.", cards.length);
      return plural("{player} takes {n} card.", "{player} takes {n} cards.", cards.length, { player });
    case "leftover":
      return plural("{player} keeps {n} card over.", "{player} keeps {n} cards over.", act.count ?? cards.length, { player });
    case "trump":
      return t("{player} shows the trump: {suit}.", { player, suit: cards.length ? `${unit}, ${suitName(cards[0][1])}` : "" });
    case "out":
      return t("{player} is out and safe.", { player });
    case "lend":
      return cards.length ? t("Cards are lent: {cards}.", { cards: cards.map(frenchShort).join(" ") }) : "";
    default:
      return "";
  }
}

/** What a chair says in a bubble: what it laid or took. */
export function mosSpoken(act: Said): string {
  if (act.kind === "play" || act.kind === "turned") return unitShort(act.cards ?? []);
  if (act.kind === "take") return t("Takes");
  if (act.kind === "out") return t("Out!");
  return "";
}

/** The unit to beat: the one laid last. */
export function toBeat(view: MosView): string[] {
  return view.table.at(-1) ?? [];
}

/** Who laid a unit that lies on the table; 0 where that was too long ago to be told. */
export function layer(view: MosView, unit: string[]): number {
  const word = unit.join("");
  return view.acts.findLast((act) => (act.kind === "play" || act.kind === "turned") && act.cards?.join("") === word)?.chair ?? 0;
}

/** How a card would do against the leader's in a duel. */
export function duelResult(card: string, against: string): "wins" | "tie" | "loses" {
  const by = RANKS.indexOf(card[0]) - RANKS.indexOf(against[0]);
  return by > 0 ? "wins" : by < 0 ? "loses" : "tie";
}

/** The chairs still in, from the one on turn, in the order in which they come. */
export function comingUp(view: MosView): number[] {
  const start = view.turn || view.seat || 1;
  const all = Array.from({ length: view.players }, (_, at) => ((start - 1 + at) % view.players) + 1);
  return all.filter((chair) => !view.out.includes(chair) && !view.eliminated.includes(chair));
}

/** Everything that somebody who cannot see the table must know to act. */
export function mosTurnText(table: Table, view: MosView): string {
  const names = table.seats.map((seat) => seat.name);
  const parts = [view.turn === view.seat ? t("Your turn.") : ""];
  if (view.phase === "duels" && view.duel) {
    const cards = view.table.flat();
    if (cards.length % 2) parts.push(t("{player} leads {card}.", { player: names[view.duel.leader - 1], card: cardName(cards.at(-1)!) }));
    else parts.push(t("You lead."));
  } else if (view.phase === "shedding") {
    const top = toBeat(view);
    parts.push(top.length ? t("To beat: {cards}.", { cards: unitName(top) }) : t("You lead."));
    if (view.led) parts.push(t("Led {suit}.", { suit: suitName(view.led) }));
    if (view.trump) parts.push(t("Trump {suit}.", { suit: suitName(view.trump) }));
    if (view.table.length) parts.push(t("{n} of {total} units.", { n: view.table.length, total: view.threshold }));
  }
  const units = view.legal.flatMap((option) => (option.cards?.length ? [unitName(option.cards)] : []));
  if (units.length && units.length < 8) parts.push(t("You may lay: {cards}.", { cards: units.join("; ") }));
  if (view.legal.some((option) => option.kind === "T")) parts.push(t("You take {cards}.", { cards: unitName(view.takes) }));
  return parts.filter(Boolean).join(" ");
}
