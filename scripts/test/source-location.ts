import { existsSync, readFileSync, realpathSync } from "node:fs";
import { SourceMap } from "node:module";
import { relative } from "node:path";

/** Returns `file:line` of the checkout for a line of a module, which may be a translation with an inline source map. */
export function sourceLocation(file: string, line: number): string {
  const source = file.replace(/\.js$/, ".ts");
  if (source === file || !existsSync(source)) return `${relative(process.cwd(), file)}:${line}`;
  const [, encoded] =
    /\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(readFileSync(file, "utf8")) ?? [];
  const path = relative(process.cwd(), realpathSync(source));
  if (encoded === undefined) return path;
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, "base64").toString()));
  const entry = map.findEntry(line - 1, 0);
  return "originalLine" in entry ? `${path}:${entry.originalLine + 1}` : path;
}
