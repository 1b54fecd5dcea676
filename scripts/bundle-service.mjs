import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";

/** The modules with which the process and its threads begin. */
const ENTRIES = [
  "main.ts",
  "questions/engine/engine-process.ts",
  "ingest/journal/dead-letter-thread.ts",
  "ingest/journal/journal-thread.ts",
  "service/drain-thread.ts",
  "questions/history/duckdb-child.ts",
  "http/adapters/parser-worker.ts",
  "store/sqlite/copy-database-thread.ts",
  "store/sqlite/verify/verify-process.ts",
];

const COMMON_OPTIONS = {
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
};

/**
 * Bundles the service of a checkout, with compiled validators, into a folder. What several entries share, or load
 * later, gets files of its own.
 */
export async function bundleService(esbuild, checkout, outdir, validators, options = {}) {
  const source = join(checkout, "src");
  await esbuild.build({
    ...COMMON_OPTIONS,
    entryPoints: ENTRIES.map((path) => join(source, path)),
    outbase: source,
    outdir,
    splitting: true,
    plugins: [replaceModule(/[\\/]contract[\\/]request-validators\.ts$/, validators)],
    ...options,
  });
}

function replaceModule(filter, contents) {
  return { name: "replace-module", setup: (build) => build.onLoad({ filter }, () => ({ contents, loader: "js" })) };
}

/**
 * Returns a module with the compiled validators of all requests, for the one that would compile them in each process.
 * Those of an operation are made, with their schemas, for its first request: they take time and memory. Packages are
 * found from `folder`, in which a file is written for a moment.
 */
export async function compileValidators(esbuild, checkout, folder) {
  const compiler = join(folder, "compiler.js");
  const entryPoints = [join(checkout, "src/http/contract/open-backend.ts")];
  await esbuild.build({ ...COMMON_OPTIONS, entryPoints, outfile: compiler });
  const { openBackend, requestValidators } = await import(pathToFileURL(compiler));
  rmSync(compiler);
  const options = { code: { source: true } };
  const backend = await openBackend(readFileSync(join(checkout, "generated/complete.json"), "utf8"), options);
  const validators = requestValidators(backend);
  const printer = new Ajv2020(options);
  const entries = backend.router.getOperations().map(({ operationId: id }) => {
    const modules = validators(id).map((validate) => evaluate(standaloneCode.default(printer, validate)));
    return `${id}: () => [${modules.join()}]`;
  });
  const { code } = await esbuild.transform(
    `import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    const compiled = { ${entries.join()} };
    const used = {};
    export const loadRequestValidators = async () => (id) => (used[id] ??= compiled[id]?.() ?? []);`,
    { minify: true, format: "esm", target: "node20" },
  );
  return code;
}

/** Returns an expression for what a CommonJS module exports. */
function evaluate(code) {
  return `(() => { const module = {}; ${code}; return module.exports; })()`;
}
