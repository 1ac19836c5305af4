/** The decks as sprites: fetched once, put hidden into the page, drawn with <use href="#Ro">. */

import french from "../assets/french.svg?url";
import spanish from "../assets/spanish.svg?url";
import { settings } from "./settings.svelte";

/** Four colours as drawn; two: diamonds as hearts, clubs as spades. */
const TWO_COLOURS: [string, string][] = [
  ["#1f5fae", "#bd2f2a"],
  ["#22662b", "#1d2733"],
];

const loading = new Map<string, Promise<HTMLElement>>();
let frenchDrawn = "";

/** Bring a deck into the page. Møs fetches its own only when somebody looks at Møs; the back is in the Spanish one. */
export async function loadDeck(game: string): Promise<void> {
  const back = load(spanish);
  if (game !== "mos") return void (await back);
  const holder = await load(french);
  frenchDrawn ||= holder.innerHTML;
  paintFrench(settings.fourColours);
}

/** Draw the French deck in four colours or in two. */
export function paintFrench(four: boolean): void {
  if (!frenchDrawn) return;
  const svg = four ? frenchDrawn : TWO_COLOURS.reduce((drawn, [from, to]) => drawn.replaceAll(from, to), frenchDrawn);
  void load(french).then((holder) => {
    if (holder.innerHTML !== svg) holder.innerHTML = svg;
  });
}

function load(url: string): Promise<HTMLElement> {
  let found = loading.get(url);
  if (!found) {
    found = fetch(url)
      .then((answer) => answer.text())
      .then((svg) => {
        const holder = document.createElement("div");
        holder.hidden = true;
        holder.innerHTML = svg;
        document.body.prepend(holder);
        return holder;
      });
    loading.set(url, found);
  }
  return found;
}
