/** The sign of a player on a chip: the first letter, or a whole emoji. */
export function initial(name: string): string {
  const first = "Segmenter" in Intl ? [...new Intl.Segmenter().segment(name)][0]?.segment : [...name][0];
  return first?.toLocaleUpperCase() ?? "?";
}

/** Whether a name is one that tables give to their bots. */
export function isBotName(name: string): boolean {
  return /^Bot \d+$/.test(name);
}
