/** The addresses of the client. The server sends the page for any other, too, as one that is not there. */

export type Page =
  | { name: "home" }
  | { name: "nowhere" }
  | { name: "table"; id: string }
  | { name: "replay"; id: string; match: number; deal: number };

export function match(path: string): Page {
  const replay = /^\/t\/([\w-]+)\/deal\/(\d+)\/(\d+)\/?$/.exec(path);
  if (replay) return { name: "replay", id: replay[1], match: Number(replay[2]), deal: Number(replay[3]) };
  const table = /^\/t\/([\w-]+)\/?$/.exec(path);
  if (table) return { name: "table", id: table[1] };
  return { name: ["/", "/index.html"].includes(path) ? "home" : "nowhere" };
}
