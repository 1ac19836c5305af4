import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
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
