/** Texts in the reader's language: the catalogue that also serves the terminal, exported when the client is built. */

type Entry = string | string[];
type Catalogue = Record<string, Entry>;
type Params = Record<string, string | number>;

export const LANGUAGES: Record<string, string> = { en: "English", es: "Español" };

const catalogues = import.meta.glob<{ default: Catalogue }>("../texts/??.json");
const state = $state<{ language: string; catalogue: Catalogue }>({ language: "en", catalogue: {} });

/** The language to begin with: what the reader chose, else the first of the browser's that we speak. */
export function preferredLanguage(chosen: string | null): string {
  for (const wanted of [chosen ?? "", ...navigator.languages]) {
    const code = wanted.slice(0, 2).toLowerCase();
    if (code in LANGUAGES) return code;
  }
  return "en";
}

export function language(): string {
  return state.language;
}

/** Switch; the texts on the screen follow at once. English needs no catalogue: the code says it. */
export async function speak(code: string): Promise<void> {
  const load = catalogues[`../texts/${code}.json`];
  const catalogue = load ? (await load()).default : {};
  state.language = code;
  state.catalogue = catalogue;
  document.documentElement.lang = code;
}

/** A sentence with its places filled: t("{player} sits down.", { player }). */
export function t(sentence: string, params: Params = {}): string {
  const found = state.catalogue[sentence];
  return fill(typeof found === "string" && found ? found : sentence, params);
}

/** The sentence for one or for several; the number is its place {n}. */
export function plural(one: string, many: string, n: number, params: Params = {}): string {
  const found = state.catalogue[one];
  const forms = Array.isArray(found) && found.every(Boolean) ? found : [one, many];
  return fill(forms[n === 1 ? 0 : forms.length - 1], { n, ...params });
}

/** Marks a sentence for the catalogue that is put into words later, by t(). */
export function mark(sentence: string): string {
  return sentence;
}

/** Names one after the other, as the language joins them. */
export function listed(names: string[]): string {
  return new Intl.ListFormat(state.language, { type: "conjunction" }).format(names);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

function fill(sentence: string, params: Params): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? isolated(String(params[name])) : whole));
}

/** What is written from right to left, such as a name, does not turn the sentence around it. */
function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
