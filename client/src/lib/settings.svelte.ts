/** What the reader chose on this device: kept in the browser, sent nowhere. */

const KEY = "ordago.settings";

export interface Settings {
  language: string | null;
  name: string;
  theme: "system" | "light" | "dark";
  sound: boolean;
  vibration: boolean;
  speed: "calm" | "normal" | "quick";
  fourColours: boolean;
  largeCards: boolean;
  worth: boolean;
  marks: boolean;
  keys: boolean;
  muted: boolean;
}

const DEFAULTS: Settings = {
  language: null,
  name: "",
  theme: "system",
  sound: false,
  vibration: true,
  speed: "normal",
  fourColours: true,
  largeCards: false,
  worth: true,
  marks: true,
  keys: true,
  muted: false,
};

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...kept() });

/** Keep what was chosen, and let the page follow: theme, speed and card size are attributes of <html>. */
export function keepSettings(): void {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.speed = settings.speed;
  root.dataset.large = String(settings.largeCards);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Whether the reader asked for no motion. */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Milliseconds of a motion, at the reader's speed. */
export function pace(milliseconds: number): number {
  if (still()) return 1;
  return milliseconds * { calm: 1.6, normal: 1, quick: 0.5 }[settings.speed];
}
