// Makes dist/ from src/, file by file, so that `npm start` need not translate while it starts; does nothing where dist/ is newer than
// all of src/. Types are checked by `npm run types`.
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
import { basename, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src");
const replay = join(source, "replay-page");
const target = join(root, "dist");
const stamp = join(target, ".built");

/** What imports name with .ts is called .js in dist/. */
const renameImports = {
  name: "rename-imports",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path }) => ({ path: path.replace(/\.ts$/, ".js"), external: true }));
  },
};

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const entries = filesOf(source);
const isForBrowsers = (file) => file.startsWith(`${replay}${sep}`);

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return [source, ...entries, fileURLToPath(import.meta.url)].every((path) => statSync(path).mtimeMs < built);
}

/** Files that only tests use. */
function isForTests(file) {
  return file.endsWith(".test.ts") || /[\\/](conformance|test-[^\\/]*)([\\/]|$)/.test(file);
}

/** Writes beside and swaps, so that a service which runs or starts meanwhile finds all of the old or all of the new. */
async function build(esbuild) {
  const beside = `${target}.${process.pid}`;
  await esbuild.build({
    entryPoints: entries.filter((file) => file.endsWith(".ts") && !isForTests(file) && !isForBrowsers(file)),
    outbase: source,
    outdir: beside,
    bundle: true,
    packages: "external",
    plugins: [renameImports],
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "warning",
  });
  // The page at /replay, one script and one style sheet for browsers.
  await esbuild.build({
    entryPoints: [join(replay, "main.ts")],
    outfile: join(beside, "http", "replay.js"),
    bundle: true,
    minify: true,
    target: "es2022",
    banner: { js: `/*!\n${readFileSync(join(replay, "notices.txt"), "utf8")}*/` },
    logLevel: "warning",
  });
  // What shows the reference at /docs, so that who installs the package needs none of the rest of redoc.
  const renderer = createRequire(import.meta.url).resolve("redoc/bundles/redoc.standalone.js");
  for (const file of [renderer, `${renderer}.LICENSE.txt`]) copyFileSync(file, join(beside, "http", basename(file)));
  writeFileSync(join(beside, ".built"), "");
  const old = `${beside}.old`;
  if (existsSync(target)) renameSync(target, old);
  renameSync(beside, target);
  rmSync(old, { recursive: true, force: true });
}

if (!isFresh()) {
  const esbuild = await import("esbuild").catch(() => null);
  if (esbuild) await build(esbuild);
  else if (!existsSync(join(target, "main.js"))) {
    console.error("dist/ is missing, and what makes it is not installed: run npm ci, with development packages.");
    process.exitCode = 1;
  }
}
