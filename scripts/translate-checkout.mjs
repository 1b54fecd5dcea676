// Translates the checkout for a test run: `node scripts/translate-checkout.mjs DIRECTORY`. The directory becomes a
// mirror of the checkout, in which each TypeScript module has its translation beside it and all else is a symbolic
// link: paths relative to a module lead to the same files as in the checkout.
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { translateModules } from "./translate-modules.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TRANSLATED = ["src", "scripts", "contract-tests", "test", "generated"];

const [target] = process.argv.slice(2);
const modules = [];

function mirrorFolder(folder) {
  mkdirSync(join(target, folder), { recursive: true });
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules") mirrorFolder(path);
    else symlinkSync(join(ROOT, path), join(target, path));
    if (entry.isFile() && path.endsWith(".ts")) modules.push(join(ROOT, path));
  }
}

for (const name of readdirSync(ROOT)) {
  if (TRANSLATED.includes(name)) mirrorFolder(name);
  else symlinkSync(join(ROOT, name), join(target, name));
}
await translateModules({ build }, modules, ROOT, target, { sourcemap: "inline", sourcesContent: false });
