import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";

/** Modules below `from`, except tests and their helpers if `production`, must not import modules that match `to`. */
interface ImportRule {
  readonly from: string;
  readonly production?: boolean;
  readonly to: RegExp;
}

/** The folders of `src/`, from the ground up: each may import those before it, and none after it. */
const LAYERS = [
  ...["lib", "settings", "store"],
  ...["persons", "recordings", "tenants", "flags", "ingest", "questions", "privacy", "ops"],
  ...["http", "service", "cli"],
];
const DOMAINS = LAYERS.slice(LAYERS.indexOf("persons"), LAYERS.indexOf("http"));

const IMPORT_RULES: readonly ImportRule[] = [
  { from: "src", production: true, to: /^(scripts|contract-tests|test)\// },
  { from: "contract-tests/suites", to: /^src\// },
  // The console is a program of its own, which knows the service by its contract only.
  { from: "src/console", to: /^(?!src\/console\/|generated\/(openapi|console)\.ts$|src\/lib\/group-by\.ts$)/ },
  ...LAYERS.slice(LAYERS.indexOf("settings"), -1).map((folder) => {
    const above = LAYERS.slice(LAYERS.indexOf(folder) + 1).join("|");
    return { from: `src/${folder}`, production: true, to: new RegExp(`^src/(${above}|console|main.ts)`) };
  }),
  { from: "src/store/ports", to: /^src\/store\/(sqlite|mongodb|s3|filesystem|clickhouse)\// },
  ...DOMAINS.map((domain) => ({
    from: `src/${domain}`,
    production: true,
    to: /^src\/store\/(sqlite|mongodb|s3|filesystem|clickhouse)\//,
  })),
];
const TEST_MODULE = /\.test\.ts$|\/test-[^/]*(\/|$)/;
/** The journal is an SQLite database of the node itself, and backups copy the embedded engines. */
const ALLOWED = /^src\/(ingest\/journal|ops)\/\S+ imports src\/store\/(sqlite|filesystem)\//;

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => ending.test(path) && !path.includes("node_modules"));
}

function importsOf(file: string): string[] {
  const imports = readFileSync(file, "utf8").matchAll(/\b(?:from|import) ?\(?"(\.[^"]+)"/g);
  return [...imports].map(([, path = ""]) => join(dirname(file), path));
}

describe("imports run one way", () => {
  for (const { from, to, production = false } of IMPORT_RULES) {
    test(`${from} does not import ${to.source}`, () => {
      const files = filesBelow(from, /\.tsx?$/).filter((file) => !production || !TEST_MODULE.test(file));
      assert.ok(files.length > 0, `${from} has modules`);
      const wrong = files.flatMap((file) => {
        return importsOf(file).flatMap((path) => (to.test(path) ? [`${file} imports ${path}`] : []));
      });
      assert.deepEqual(
        wrong.filter((violation) => !ALLOWED.test(violation)),
        [],
      );
    });
  }
});

const MAX_COLUMNS = 120;
/** A regular expression cannot be broken. */
const REGEX_LITERAL = /^\s*\/(?![/*]).*\/[a-z]*[;,]?$/;
const MARKDOWN_TABLE_OR_LINK = /^\||\]\(|https?:\/\//;

describe(`lines have up to ${MAX_COLUMNS} columns`, () => {
  const folders = ["src", "scripts", "contract-tests", "test"];

  test("in TypeScript and JavaScript", () => {
    const files = folders.flatMap((folder) => filesBelow(folder, /\.(css|tsx|m?[jt]s)$/));
    assert.deepEqual(
      files.flatMap((file) => longLines(file, readFileSync(file, "utf8"), REGEX_LITERAL)),
      [],
    );
  });

  test("in Markdown, except tables, links and code blocks", () => {
    const here = readdirSync(".").filter((name) => name.endsWith(".md"));
    const files = [...here, ...["docs", "openapi", ...folders].flatMap((folder) => filesBelow(folder, /\.md$/))];
    assert.deepEqual(
      files.flatMap((file) => {
        const prose = readFileSync(file, "utf8").replace(/^ *```.*?^ *```/gms, (block) => block.replace(/.+/g, ""));
        return longLines(file, prose, MARKDOWN_TABLE_OR_LINK);
      }),
      [],
    );
  });
});

function longLines(file: string, text: string, exempt: RegExp): string[] {
  return text.split("\n").flatMap((line, index) => {
    return line.length > MAX_COLUMNS && !exempt.test(line) ? [`${file}:${index + 1}`] : [];
  });
}

/**
 * The lines of the product, without tests, that each folder of `src/` may have. A folder that has become smaller lowers
 * its number; one that grows needs a reason in the commit.
 */
const LINES: Readonly<Record<string, number>> = JSON.parse(readFileSync("scripts/product-lines.json", "utf8"));
/** A number is lowered only when it is worth a line of a commit. */
const SLACK_LINES = 200;

describe("the product does not grow unnoticed", () => {
  const files = filesBelow("src", /\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file));
  const found = new Map<string, number>();
  for (const file of files) {
    const [, folder = ""] = file.split("/");
    found.set(folder, (found.get(folder) ?? 0) + readFileSync(file, "utf8").split("\n").length - 1);
  }

  for (const folder of new Set([...found.keys(), ...Object.keys(LINES)])) {
    test(`src/${folder}`, () => {
      const [lines, allowed] = [found.get(folder) ?? 0, LINES[folder] ?? 0];
      assert.ok(lines <= allowed, `${lines} lines, ${allowed} allowed in scripts/product-lines.json`);
      assert.ok(lines > allowed - SLACK_LINES, `lower the number in scripts/product-lines.json to ${lines}`);
    });
  }
});
