import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

interface GroupOptions {
  /** How many of the files run at once; 1 if absent. */
  readonly concurrency?: number;
  /** For each file; none if absent. */
  readonly timeoutMs?: number;
  /** A module that is loaded before all files: its hooks are those of the whole group. */
  readonly first?: string;
}

/**
 * Writes a module that runs test files in one process, each as a suite named after it, so that its hooks stay its own.
 */
export async function writeGroup(
  module: string,
  files: readonly { readonly name: string; readonly path: string }[],
  { concurrency = 1, timeoutMs = Infinity, first }: GroupOptions = {},
): Promise<void> {
  const options = `{ concurrency: 1, timeout: ${timeoutMs} }`;
  const suites = files.map(({ name, path }) => {
    return `  describe(${JSON.stringify(name)}, ${options}, () => import(${JSON.stringify(pathToFileURL(path))}));\n`;
  });
  const all = `describe("all", { concurrency: ${concurrency} }, () => {
${suites.join("")}});
`;
  const shared = first === undefined ? "" : `import ${JSON.stringify(pathToFileURL(first))};\n`;
  const code = `import { describe } from "node:test";
${shared}${all}`;
  await writeFile(module, code);
}
