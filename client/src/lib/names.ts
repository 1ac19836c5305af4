/** The sign of a player on a chip: the first letter, or a bot's number. */
export function initial(name: string): string {
  return /^Bot (\d+)$/.exec(name)?.[1] ?? [...name][0]?.toLocaleUpperCase() ?? "?";
}
