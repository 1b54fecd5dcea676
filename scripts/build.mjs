// Compiles src/ to dist/, so that `npm start` starts without a compiler. Does nothing if dist/ is newer than all of
// src/ and generated/. `npm run types` checks the types.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src");
const player = join(source, "console", "player");
const target = join(root, "dist");
const stamp = join(target, ".built");

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  const scripts = ["build.mjs", "build-console.mjs", "bundle-service.mjs"].map((name) => join(root, "scripts", name));
  const inputs = [source, ...filesOf(source), ...filesOf(join(root, "generated")), ...scripts];
  return inputs.every((path) => statSync(path).mtimeMs < built);
}

/** Builds into a new folder and swaps the two, so that a service which starts meanwhile finds one complete version. */
async function build(esbuild) {
  const output = `${target}.${process.pid}`;
  const { bundleService, compileValidators } = await import("./bundle-service.mjs"); // which loads the compiler
  await bundleService(esbuild, root, output, await compileValidators(esbuild, root, output));
  // The document at /player: one script and one style sheet for browsers.
  await esbuild.build({
    entryPoints: [join(player, "main.ts")],
    outfile: join(output, "http", "pages", "player.js"),
    bundle: true,
    minify: true,
    target: "es2022",
    banner: { js: `/*!\n${readFileSync(join(player, "notices.txt"), "utf8")}*/` },
    logLevel: "warning",
  });
  const { buildConsole } = await import("./build-console.mjs");
  await buildConsole(esbuild, root, join(output, "http", "pages", "console"));
  // Renders the reference at /docs. It is copied so that the installed package does not depend on redoc.
  const renderer = createRequire(import.meta.url).resolve("redoc/bundles/redoc.standalone.js");
  for (const file of [renderer, `${renderer}.LICENSE.txt`])
    copyFileSync(file, join(output, "http", "pages", basename(file)));
  writeFileSync(join(output, ".built"), "");
  const previous = `${output}.previous`;
  if (existsSync(target)) renameSync(target, previous);
  renameSync(output, target);
  rmSync(previous, { recursive: true, force: true });
}

if (!isFresh()) {
  const esbuild = await import("esbuild").catch(() => null);
  if (esbuild) await build(esbuild);
  else if (!existsSync(join(target, "main.js"))) {
    console.error("dist/ is missing and esbuild is not installed: run npm ci with development packages.");
    process.exitCode = 1;
  }
}
