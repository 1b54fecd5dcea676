import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
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
  "store/sqlite/verify-process.ts",
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
export async function bundleService(esbuild, checkout, outdir, validators) {
  const source = join(checkout, "src");
  const load = ({ path }) => ({ contents: validators[basename(path, ".ts")], loader: "js" });
  const { metafile } = await esbuild.build({
    ...COMMON_OPTIONS,
    entryPoints: ENTRIES.map((path) => join(source, path)),
    outbase: source,
    outdir,
    splitting: true,
    plugins: [{ name: "compiled", setup: (build) => build.onLoad({ filter: COMPILED }, load) }],
    metafile: true,
  });
  // The bundler indents again what was minified, which is most of the program.
  for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
    if (!Object.keys(inputs).some((name) => COMPILED.test(name))) continue;
    writeFileSync(path, (await esbuild.transform(readFileSync(path, "utf8"), { minifyWhitespace: true })).code);
  }
}

const COMPILED = /[\\/](request-validators|reply-shapes|flag-shape)\.ts$/;

/**
 * Returns modules with the compiled validators of requests, replies and flags, by name, for those that would compile
 * them in each process. Those of an operation's requests are made, with their schemas, for the first of them: they take
 * time and memory. Those of replies share their parts, and are loaded for the first reply that is checked. Packages are
 * found from `folder`, in which a file is written for a moment.
 */
export async function compileValidators(esbuild, checkout, folder) {
  const json = withoutDescriptions(readFileSync(join(checkout, "generated/complete.json"), "utf8"));
  const { openBackend, requestValidators } = await load("http/contract/open-backend.ts");
  const { newReplyAjv, replyTable } = await load("http/contract/reply-shapes.ts");
  const { compileFlagShape } = await load("flags/define/flag-shape.ts");
  const options = { code: { source: true } };
  const backend = await openBackend(json, options);
  const validators = requestValidators(backend);
  const printer = new Ajv2020(options);
  const entries = backend.router.getOperations().map(({ operationId: id }) => {
    const modules = validators(id).map((validate) => evaluate(standaloneCode.default(printer, validate)));
    return `${id}: () => [${modules.join()}]`;
  });
  const table = replyTable(JSON.parse(json));
  const rows = Object.values(table).flatMap((replies) => Object.values(replies));
  const pointers = [...new Set(rows.flatMap(({ pointer }) => pointer ?? []))];
  const names = Object.fromEntries(pointers.map((pointer, index) => [`v${index}`, pointer]));
  const withIndex = (key, value) => (key === "pointer" && value ? pointers.indexOf(value) : value);
  const replies = evaluate(standaloneCode.default(newReplyAjv(JSON.parse(json), options), names));
  const flags = evaluate(standaloneCode.default(printer, compileFlagShape(json, options)));
  return {
    "request-validators": await minify(`const compiled = { ${entries.join()} };
      const used = {};
      export const loadRequestValidators = async () => (id) => (used[id] ??= compiled[id]?.() ?? []);`),
    "flag-shape": await minify(`const validate = ${flags}; export const flagShape = () => validate;`),
    "reply-shapes": await minify(`const compiled = ${replies};
      const pointers = ${JSON.stringify(pointers)};
      const table = ${JSON.stringify(table, withIndex)};
      export const loadReplyShapes = async () => (id, status) => {
        const row = table[id]?.[status];
        return row && { types: row.types, validate: compiled["v" + row.pointer] ?? null };
      };`),
  };

  async function load(module) {
    const outfile = join(folder, "compiler.js");
    await esbuild.build({ ...COMMON_OPTIONS, entryPoints: [join(checkout, "src", module)], outfile });
    const loaded = await import(`${pathToFileURL(outfile)}?${module}`);
    rmSync(outfile);
    return loaded;
  }

  async function minify(text) {
    const module = `import { createRequire } from "node:module";
      const require = createRequire(import.meta.url);
      ${text}`;
    return (await esbuild.transform(module, { minify: true, format: "esm", target: "node20" })).code;
  }
}

/** Validators keep their schemas, and read no texts for people in them. A property of this name is an object. */
function withoutDescriptions(json) {
  const isText = (key, value) => key === "description" && typeof value === "string";
  return JSON.stringify(JSON.parse(json, (key, value) => (isText(key, value) ? undefined : value)));
}

/** Returns an expression for what a CommonJS module exports. */
function evaluate(code) {
  return `(() => { const exports = {}, module = { exports }; ${code}; return module.exports; })()`;
}
