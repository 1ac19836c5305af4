/** What somebody wants of a table: the rules, the players, the table's own settings. */

import type { GameInfo, GameName, NewTable, Options, Settings, Table } from "./protocol";

export type Senas = "off" | "hidden" | "seen";

export interface Wishes {
  game: GameName;
  preset: string;
  /** 0: as many as the rule book says. */
  players: number;
  /** What differs from the rule book, but players and señas. */
  changes: Settings;
  senas: Senas;
  clock: Options["clock"];
  listed: boolean;
  delay: Options["delay"];
  reveal: Options["reveal"];
  bot: string;
}

/** The clocks to choose from, by the name of their text. */
export const CLOCKS: Record<string, Options["clock"]> = {
  calm: { move: 30, reserve: 120 },
  quick: { move: 12, reserve: 45 },
  none: null,
};

/** How often a rival notices a seña where the table lets them see. */
const SEEN = 0.15;

export function freshWishes(game: GameName): Wishes {
  return {
    game,
    preset: "",
    players: 0,
    changes: {},
    senas: "seen",
    clock: CLOCKS.calm,
    listed: false,
    delay: "deal",
    reveal: "match",
    bot: "",
  };
}

/** The wishes that a table which stands already was made of. */
export function wishesOf(table: Table): Wishes {
  const { players, senas, ...changes } = table.changes;
  const { clock, listed, delay, reveal, bot, sena_seen } = table.options;
  const kept = table.rules.senas === "off" ? "off" : sena_seen > 0 ? "seen" : "hidden";
  return { game: table.game, preset: table.preset, players: table.seats.length, changes, senas: kept, clock, listed, delay, reveal, bot };
}

/** The rules of the rule book that is wished for. */
export function bookRules(wishes: Wishes, info: GameInfo | undefined): Settings {
  const preset = wishes.preset || info?.default_preset;
  return info?.presets.find((one) => one.name === preset)?.rules ?? {};
}

export function chairs(wishes: Wishes, info: GameInfo | undefined): number {
  return wishes.players || Number(bookRules(wishes, info).players ?? info?.players.usual ?? 4);
}

/** Señas need a partner. */
export function maySign(wishes: Wishes, info: GameInfo | undefined): boolean {
  const sides = wishes.changes.sides ?? bookRules(wishes, info).sides;
  return wishes.game === "mus" && chairs(wishes, info) >= 4 && sides !== "individual";
}

/** The settings that differ from the rule book, señas among them. */
export function settingsOf(wishes: Wishes, info: GameInfo | undefined): Settings {
  const book = String(bookRules(wishes, info).senas ?? "off");
  const wanted = !maySign(wishes, info) || wishes.senas === "off" ? "off" : book === "off" ? "common" : book;
  return wishes.game === "mus" && wanted !== book ? { ...wishes.changes, senas: wanted } : wishes.changes;
}

export function optionsOf(wishes: Wishes): Partial<Options> {
  const { clock, listed, delay, reveal, bot } = wishes;
  return { clock, listed, delay, reveal, bot, sena_seen: wishes.senas === "seen" ? SEEN : 0 };
}

/** The request for such a table. */
export function newTable(wishes: Wishes, info: GameInfo | undefined, name: string): NewTable {
  return {
    game: wishes.game,
    ...(wishes.preset ? { preset: wishes.preset } : {}),
    settings: settingsOf(wishes, info),
    ...(wishes.players ? { players: wishes.players } : {}),
    name,
    options: optionsOf(wishes),
  };
}
