/** Rule books by name: what they are called, and their line from the tellers. */

import codes from "../texts/codes.json";
import { mark, t } from "./texts.svelte";

const NAMES: Record<string, string> = {
  clasico: mark("Classic"),
  torneo_es: mark("Spanish tournament"),
  fem13: mark("Spanish federation, older rules"),
  fem2025: mark("Spanish federation 2025"),
  ehmf: mark("Basque federation"),
  ffm: mark("French federation"),
  fim: mark("World championship"),
  nabo: mark("North American Basque clubs"),
  cuatro_reyes: mark("Four kings"),
  nueve_reyes: mark("Nine kings"),
  diez_reyes: mark("Ten kings"),
  mos: mark("Møs (the rules of the house)"),
  balanced: mark("Balanced"),
  mas_norway: mark("Mas, Norway"),
  skitgubbe: mark("Skitgubbe"),
  skitgubbe_runs: mark("Skitgubbe with runs"),
};
const LINES: Record<string, string> = codes.presets;

export function presetName(preset: string): string {
  return preset in NAMES ? t(NAMES[preset]) : preset;
}

export function presetLine(preset: string): string {
  return preset in LINES ? t(LINES[preset]) : "";
}
