/** The messages of docs/protocol.md, as types. */

export type GameName = "mus" | "mos";
export type Settings = Record<string, unknown>;
export type Phase = "waiting" | "playing" | "over";
export type Power =
  | "sit"
  | "stand"
  | "start"
  | "fill"
  | "kick"
  | "lock"
  | "pause"
  | "hand_over"
  | "rules"
  | "rematch"
  | "ready"
  | "hurry";

export interface Options {
  clock: { move: number; reserve: number } | null;
  patience: number;
  between: number;
  sena_seen: number;
  reveal: "match" | "deal";
  delay: "deal" | "none";
  listed: boolean;
  bot: string;
  pace: "normal" | "fast";
}

export interface NewTable {
  game: GameName;
  preset?: string;
  settings?: Settings;
  players?: number;
  name?: string;
  options?: Partial<Options>;
}

export interface GameInfo {
  name: GameName;
  default_preset: string;
  players: { least: number; most: number; usual: number };
  presets: { name: string; text: string; rules: Settings }[];
  bots: string[];
}

/** What a setting may be. */
export type Kind =
  | { kind: "choice"; choices: { value: string | number | boolean; text: string }[] }
  | { kind: "int" | "float"; least?: number; most?: number }
  | { kind: "text" }
  | { kind: "list"; item: Kind }
  | { kind: "row"; items: Kind[] }
  | { kind: "table"; fields: ({ name: string } & Kind)[] }
  | { kind: "any"; of: Kind[] };

export type SettingInfo = { name: string; room: string } & Kind;

/** Wishes as a table would take them, with every setting, and in words. */
export interface Book {
  preset: string;
  changes: Settings;
  players: number;
  rules: Settings;
  texts: { setting: string; text: string; default: string | null }[];
}

export interface Phrase {
  id: string;
  when: "any" | "after";
  register: "N" | "F" | "T";
}

export interface OpenTable {
  id: string;
  game: GameName;
  preset: string;
  phase: Phase;
  players: number;
  people: number;
  bots: number;
  free: number;
  names: string[];
  locked: boolean;
}

export interface FairDeal {
  algorithm: string;
  commitment: string;
  server_seed: string | null;
  shares: string[];
}

export interface Frame {
  at: number;
  news: News[];
  view: View;
  hands?: Record<string, string[]>;
}

export interface Replay {
  id: string;
  match: number;
  deal: number;
  deals: number;
  game: GameName;
  seat: number;
  names: string[];
  all: boolean;
  fair: FairDeal;
  frames: Frame[];
}

export interface Seat {
  chair: number;
  kind: "human" | "bot" | "empty";
  name: string;
  bot: string;
  connected: boolean;
  held: boolean;
  away_until: number;
  host: boolean;
  you: boolean;
  reserve: number;
}

export interface Clock {
  chair: number;
  since: number;
  move_ends: number;
  ends: number;
}

export interface Table {
  id: string;
  link: string;
  game: GameName;
  preset: string;
  rules: Settings;
  changes: Settings;
  options: Options;
  phase: Phase;
  match: number;
  deal: number;
  paused: boolean;
  locked: boolean;
  watchers: number;
  seats: Seat[];
  you: { chair: number; host: boolean; known: boolean; kicked: boolean };
  host: number;
  clock: Clock | null;
  between: { ready: number[]; ends: number } | null;
  hurry: boolean;
  phrases: string[];
  fair: {
    algorithm: string;
    deal: number;
    commitment: string;
    next: { deal: number; commitment: string; share: boolean } | null;
    revealed: boolean;
  };
  delayed: boolean;
  trouble: "" | "storage-down";
  can: Power[];
}

export interface Said {
  chair: number;
  kind: string;
  word?: string;
  cards?: string[];
  count?: number;
  stones?: number;
  face?: string;
  code?: string;
  noticed?: boolean;
  to?: number;
  by?: number;
}

export type News =
  | { code: "said"; act: Said }
  | { code: "deal"; deal: number }
  | { code: "award"; award: Award }
  | { code: "deal_over" | "match_over" }
  | { code: SeatNews; chair: number; name: string }
  | { code: "phrase"; chair: number; name: string; phrase: string }
  | { code: TableNews };
export type SeatNews =
  | "sat"
  | "stood"
  | "bot"
  | "away"
  | "stand_in"
  | "back"
  | "kicked"
  | "host"
  | "ready"
  | "timeout"
  | "absent_act";
export type TableNews =
  | "locked"
  | "unlocked"
  | "paused"
  | "resumed"
  | "started"
  | "rematch"
  | "rules"
  | "restarted"
  | "hurry";

export interface Option {
  kind: string;
  least?: number;
  most?: number;
  cards?: string[];
  codes?: string[];
}

export type LanceName = "grande" | "chica" | "pares" | "juego" | "punto";

export interface Worth {
  category: 0 | 1 | 2 | 3;
  paired: number[];
  total: number;
  juego: boolean;
  real: boolean;
  numbers: number[];
}

export interface Outcome {
  kind: "none" | "uncontested" | "paso" | "accepted" | "refused" | "ordago";
  side: string | null;
  stones: number;
  chairs: number[];
}

export interface Lance {
  name: LanceName;
  eligible: number[];
  bettor: number;
  stake: number;
  agreed: number;
  ordago: boolean;
  waiting: number[];
  stayed: string[];
  dropped: string[];
  outcome: Outcome | null;
}

export interface Award {
  lance: LanceName | "mus";
  side: string;
  stones: number;
  why: "paso" | "accepted" | "refused" | "bonus" | "uncontested" | "ordago" | "perete";
  when: "at once" | "count";
  chairs: number[];
}

export interface MusView {
  game: "mus";
  seat: number;
  phase: "mus" | "discard" | LanceName | "over" | "redeal";
  turn: number;
  mano: number;
  order: number[];
  sides: string[];
  side_names: string[];
  score: number[];
  games: number[];
  vacas: number[];
  target: number;
  winner: string | null;
  champion: string | null;
  corrido: boolean;
  choosing: boolean;
  forced: boolean;
  rounds: number;
  hand: string[];
  cards: Record<string, string[]>;
  worths: Record<string, Worth>;
  thrown: (number | null)[];
  stock: number;
  discards: number;
  declared: { pares?: boolean[]; juego?: boolean[] };
  lance: Lance | null;
  closed: Lance[];
  awards: Award[];
  stakes: { accept: number; refuse: number } | null;
  senas: { chair: number; face: string; code?: string; noticed: boolean; service: number }[];
  acts: Said[];
  acts_skipped: number;
  legal: Option[];
}

export interface MosView {
  game: "mos";
  seat: number;
  players: number;
  phase: "duels" | "shedding" | "over";
  turn: number;
  dealer: number;
  eliminated: number[];
  losses: number[];
  games: number;
  hand: string[];
  pile: string[];
  hand_sizes: number[];
  pile_sizes: number[];
  stock: number;
  table: string[][];
  duel: { leader: number; answerer: number; owners: number[] } | null;
  holder: number;
  trump_card: string | null;
  trump: string | null;
  led: string | null;
  live: number;
  threshold: number;
  burning: boolean;
  lending: boolean;
  takes: string[];
  out: number[];
  loser: number;
  losers: number[];
  winner: number;
  acts: Said[];
  acts_skipped: number;
  legal: Option[];
}

export type View = MusView | MosView;

export interface TableMessage {
  t: "table";
  seq: number;
  now: number;
  table: Table;
  view: View | null;
  news: News[];
}

export interface Refusal {
  code: string;
  params: Record<string, unknown>;
}

export type ServerMessage =
  | TableMessage
  | { t: "ok"; id: string }
  | ({ t: "refused"; id: string } & Refusal)
  | { t: "pong"; now: number };

export type Command =
  | { t: "act"; word: string }
  | { t: "ready" }
  | { t: "share"; deal: number; share: string }
  | { t: "say"; phrase: string }
  | { t: "hurry" }
  | { t: "sit"; chair: number }
  | { t: "stand" }
  | { t: "start"; fill: boolean }
  | { t: "fill"; chair: number }
  | { t: "kick"; chair: number }
  | { t: "lock"; on: boolean }
  | { t: "pause"; on: boolean }
  | { t: "hand_over"; chair: number }
  | { t: "rules"; preset: string; settings: Settings; players: number; options: Partial<Options> }
  | { t: "rematch" };
