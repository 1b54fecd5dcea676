import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";

/**
 * Compiles the validators of all requests, in the built folder `src/http/contract/`, and writes them in place of the
 * module that would compile them in each process.
 */
export async function compileValidators(esbuild, folder) {
  const load = (name) => import(pathToFileURL(join(folder, name)));
  const { openBackend, requestValidators } = await load("open-backend.js");
  const { COMPLETE_JSON } = await load("documents.js");
  const options = { code: { source: true } };
  const backend = await openBackend(readFileSync(COMPLETE_JSON, "utf8"), options);
  const validators = requestValidators(backend);
  const printer = new Ajv2020(options);
  const entries = backend.router.getOperations().map(({ operationId: id }) => {
    const modules = validators(id).map((validate) => evaluate(standaloneCode.default(printer, validate)));
    return `${id}: [${modules.join()}]`;
  });
  const { code } = await esbuild.transform(
    `import { createRequire } from "node:module";
    const require = createRequire(import.meta.url);
    const validators = { ${entries.join()} };
    export const loadRequestValidators = async () => (id) => validators[id] ?? [];`,
    { minify: true, format: "esm", target: "node20" },
  );
  writeFileSync(join(folder, "request-validators.js"), code);
}

/** Returns an expression for what a CommonJS module exports. */
function evaluate(code) {
  return `(() => { const module = {}; ${code}; return module.exports; })()`;
}
