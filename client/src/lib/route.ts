/** The addresses of the client. */

export type Page =
  | { name: "home" }
  | { name: "table"; id: string }
  | { name: "replay"; id: string; match: number; deal: number };

export function match(path: string): Page {
  const replay = /^\/t\/([\w-]+)\/deal\/(\d+)\/(\d+)\/?$/.exec(path);
  if (replay) return { name: "replay", id: replay[1], match: Number(replay[2]), deal: Number(replay[3]) };
  const table = /^\/t\/([\w-]+)\/?$/.exec(path);
  return table ? { name: "table", id: table[1] } : { name: "home" };
}
