import { existsSync, readFileSync, realpathSync } from "node:fs";
import { SourceMap } from "node:module";
import { relative } from "node:path";

/**
 * Returns `file:line` of the checkout for a failure of a test: the topmost line of its stack in the test's file, or the
 * line of the test. The file may be a translation with an inline source map.
 */
export function failureLocation(stack: string, file: string, testLine: number): string {
  const source = file.replace(/\.js$/, ".ts");
  const path = existsSync(source) ? realpathSync(source) : source;
  const [, line] = stack.split(`${path}:`, 2)[1]?.match(/^(\d+):\d+/) ?? [];
  const known = line ?? (source === file ? undefined : sourceLine(file, testLine));
  // The working directory is the checkout, or its mirror with the translations.
  const shown = [path, source].map((one) => relative(process.cwd(), one)).find((one) => !one.startsWith("..")) ?? path;
  return known === undefined ? shown : `${shown}:${known}`;
}

/** Returns the line of the source for a line of a translation; undefined without an inline source map. */
function sourceLine(file: string, line: number): number | undefined {
  const [, encoded] =
    /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(readFileSync(file, "utf8")) ?? [];
  if (encoded === undefined) return undefined;
  const entry = new SourceMap(JSON.parse(Buffer.from(encoded, "base64").toString())).findEntry(line - 1, 0);
  return "originalLine" in entry ? entry.originalLine + 1 : undefined;
}
