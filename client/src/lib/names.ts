/** The sign of a player on a chip: the first letter. */
export function initial(name: string): string {
  return [...name][0]?.toLocaleUpperCase() ?? "?";
}

/** Whether a name is one that tables give to their bots. */
export function isBotName(name: string): boolean {
  return /^Bot \d+$/.test(name);
}
