/** What the bar says of the match, and what is said to somebody whose turn it is. */

import { cardName } from "../lib/cards";
import type { Table, View } from "../lib/protocol";
import { plural, t } from "../lib/texts.svelte";
import { mosTurnText } from "../mos/tell";
import { juegoText, opening, paresText } from "../mus/hand";
import { LANCES, plate, scores } from "../mus/words";

export function barTitle(table: Table, view: View | null): string {
  const game = table.game === "mus" ? "Mus" : "Møs";
  if (!view || table.phase === "waiting") {
    const host = table.seats.find((seat) => seat.host);
    return host ? `${game} · ${t("host: {player}", { player: host.name })}` : game;
  }
  if (view.game === "mos") {
    const phase = { duels: t("duels"), shedding: t("shedding"), over: t("over") }[view.phase];
    return [game, view.games > 0 && view.phase !== "over" ? t("game {n}", { n: view.games + 1 }) : "", phase].filter(Boolean).join(" · ");
  }
  const games = scores(view).map((row) => view.games[view.side_names.indexOf(row.side)]);
  const played = games.reduce((sum, won) => sum + won, 0) + (view.phase === "over" && view.winner !== null ? 0 : 1);
  const title = `${t("Juego {n}", { n: played })} · ${games.join("–")}`;
  return view.phase === "over" ? `${t("Count")} · ${games.join("–")}` : title;
}

/** Everything that somebody who cannot see the table must know to act. */
export function turnText(table: Table, view: View): string {
  if (view.game === "mos") return mosTurnText(table, view);
  const names = table.seats.map((seat) => seat.name);
  const parts = [view.turn === view.seat ? t("Your turn.") : ""];
  if (view.lance) parts.push(`${t(LANCES[view.lance.name])}.`);
  const middle = plate(view, table.rules, names);
  if (middle.big) {
    parts.push(`${middle.line}: ${middle.big}.`);
    parts.push(...middle.rows.map(([term, value]) => `${opening(term)}, ${value}.`));
  } else if (!view.lance) parts.push(middle.title);
  if (view.phase === "discard") parts.push(t("Mark the cards to throw, one to four."));
  parts.push(t("Your cards: {cards}.", { cards: view.hand.map(cardName).join("; ") }));
  const mine = view.worths[view.seat];
  if (mine) parts.push(`${opening(paresText(mine))}. ${opening(juegoText(mine))}.`);
  return parts.filter(Boolean).join(" ");
}

/** How many chairs are still empty, as a heading. */
export function missing(empty: number): string {
  return empty ? plural("{n} seat is free", "{n} seats are free", empty) : t("Everybody is here");
}
