import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const SERVER = "http://127.0.0.1:8000";

/** Writes `sw.js` with the names of the files that were built; any change of them is a new version of it. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((file) => file !== "index.html" && !file.endsWith(".map"));
      const files = ["/", ...[...built, ...readdirSync("public")].sort().map((file) => `/${file}`)];
      const source = readFileSync("src/sw.js", "utf-8");
      const version = createHash("sha256").update(files.join() + source + readFileSync("index.html", "utf-8")).digest("hex");
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: source.replace("__VERSION__", version.slice(0, 12)).replace("__FILES__", JSON.stringify(files)),
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: "../src/ordago/web/static",
    emptyOutDir: true,
    assetsDir: "assets",
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: (file) => (/(stone|amarraco)\.svg$/.test(file) ? true : file.endsWith(".svg") ? false : undefined),
  },
  server: {
    proxy: { "/api": SERVER, "/ws": { target: SERVER.replace("http", "ws"), ws: true } },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
  // Svelte's server build has no runes that react; tests of stores need the browser's.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
});
