// The Markdown pages of this repository as CI reads them.
//
//   node .ci/docs-blocks.mjs check                   checks marks, paths, links and script names
//   node .ci/docs-blocks.mjs pages ENVIRONMENT       prints the pages that have blocks to run there
//   node .ci/docs-blocks.mjs script ENVIRONMENT PAGE prints a bash script that runs them
//
// Every shell block says in its first line how CI treats it:
//   ```sh run             runs in a copy of the checkout, against a started service (.ci/docs)
//   ```sh engines         the same, with MongoDB and S3 (.ci/engines)
//   ```sh run until=URL   starts in the background; the next block runs when the URL answers
//   ```sh ci              each command is a step of .ci/run or of a script there
//   ```sh example REASON  does not run, for the reason given
// A comment <!-- expect: TEXT --> after a block demands the text in the block's output. So does each line of a block
//   ```text answer        which shows the output to readers
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const MAX_LINE_LENGTH = 120;
const ENVIRONMENTS = ["run", "engines", "ci", "example"];
const REPOSITORY_PATH = /^(src|openapi|scripts|contract-tests|docs|generated|\.ci|\.github)\/[^\s]*$/;

// The first two expect a single project, which is all that the first start makes; the third makes another.
const FIRST_PAGES = ["README.md", "docs/tour.md", "docs/operations.md"];
const PAGES = [
  ...new Set([
    ...FIRST_PAGES,
    ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => join("docs", name)),
    ...["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
  ]),
].filter((name) => name.endsWith(".md") && existsSync(name));

/** Returns the fenced blocks of a page: where each begins, its info string, its text and the output expected of it. */
function readBlocks(page) {
  const blocks = [];
  let open = null;
  for (const [index, line] of readFileSync(page, "utf8").split("\n").entries()) {
    const expected = /^<!-- expect: (.*) -->$/.exec(line)?.[1];
    if (open === null && expected !== undefined) blocks.at(-1)?.expected.push(expected);
    else if (open === null && line.startsWith("```")) open = newBlock(page, index + 1, line.slice(3));
    else if (open !== null && line === "```") {
      if (isAnswer(open)) blocks.at(-1)?.expected.push(...open.lines.filter((shown) => shown !== ""));
      else blocks.push(open);
      open = null;
    } else open?.lines.push(line);
  }
  if (open !== null) throw new Error(`${open.at}: the block does not end`);
  return blocks;
}

function newBlock(page, lineNumber, info) {
  const [language = "", environment = "", ...rest] = info.split(" ");
  const until = rest.find((word) => word.startsWith("until="))?.slice("until=".length);
  return { at: `${page}:${lineNumber}`, language, environment, rest, until, lines: [], expected: [] };
}

const isAnswer = ({ language, environment }) => language === "text" && environment === "answer";
const isShell = ({ language }) => ["sh", "bash", "shell", "console"].includes(language);

/** Returns a bash script that runs the page's blocks of the environment in one shell, so that variables carry over. */
function pageScript(environment, page) {
  const blocks = readBlocks(page).filter((block) => isShell(block) && block.environment === environment);
  return [readFileSync(".ci/docs-page.sh", "utf8"), ...blocks.flatMap(blockScript)].join("\n");
}

function blockScript({ at, lines, until, expected }) {
  const begin = [`block=${at}`, 'echo "-- $block"'];
  if (until !== undefined) {
    return [
      ...begin,
      "set -m; {",
      ...lines,
      "} < /dev/null > /dev/null & started+=($!); set +m",
      `wait_for "${until}"`,
    ];
  }
  const checks = expected.map((text) => `require '${text.replaceAll("'", "'\\''")}'`);
  return [...begin, "{", ...lines, '} > "$out" 2>&1', 'cat "$out"', ...checks];
}

/** Returns what is wrong with a page, a line each. */
function checkPage(page) {
  const text = readFileSync(page, "utf8");
  const blocks = readBlocks(page);
  return [
    ...blocks.filter(isShell).flatMap(checkMark),
    ...checkPaths(page, text),
    ...checkLinks(page, text),
    ...checkScriptNames(page, text),
    ...checkLineLengths(page, text),
  ];
}

function checkMark({ at, environment, rest, lines }) {
  if (!ENVIRONMENTS.includes(environment)) return [`${at}: say how CI treats this block (see .ci/docs-blocks.mjs)`];
  if (environment === "example" && rest.length === 0) return [`${at}: say why this example does not run`];
  if (environment !== "ci") return [];
  const commands = lines
    .flatMap((line) => line.replace(/\s*#.*$/, "").split("&&"))
    .map((command) => command.trim())
    .filter((command) => command !== "");
  return commands.filter((command) => !isCiStep(command)).map((command) => `${at}: no step of CI runs "${command}"`);
}

/** Whether a script of CI runs the command, perhaps with more options. */
function isCiStep(command) {
  const steps = ["run", "first-start", "engines"].flatMap((name) => readFileSync(`.ci/${name}`, "utf8").split("\n"));
  return steps.some((line) => !line.startsWith("#") && line.includes(command));
}

/** A path in backticks that begins with a folder of this repository must exist, up to a placeholder in it. */
function checkPaths(page, text) {
  const paths = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code).filter((code) => REPOSITORY_PATH.test(code));
  return paths
    .filter((path) => !existsSync(path.replace(/[^/]*[<*{…].*$/, "").replace(/:\d+$/, "")))
    .map((path) => `${page}: there is no ${path}`);
}

/** Relative links must lead to a file, and to a heading of it where they name one. */
function checkLinks(page, text) {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = "", heading] = link.split("#");
      const target = path === "" ? page : normalize(join(dirname(page), path));
      if (!existsSync(target)) return true;
      return heading !== undefined && !headingIds(target).includes(heading);
    })
    .map((link) => `${page}: the link ${link} leads nowhere`);
}

function headingIds(page) {
  return [...readFileSync(page, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function checkScriptNames(page, text) {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name);
  return names.filter((name) => !(name in scripts)).map((name) => `${page}: package.json has no script ${name}`);
}

/** Tables, and lines that no space could break, may be longer. */
function checkLineLengths(page, text) {
  return text.split("\n").flatMap((line, index) => {
    const isExempt = line.startsWith("|") || line.lastIndexOf(" ", MAX_LINE_LENGTH) <= 0;
    return line.length > MAX_LINE_LENGTH && !isExempt ? [`${page}:${index + 1}: ${line.length} characters`] : [];
  });
}

const [action, environment, page] = process.argv.slice(2);
if (action === "check") {
  const faults = PAGES.flatMap(checkPage);
  for (const fault of faults) console.error(fault);
  console.log(`${PAGES.length} pages, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} else if (action === "pages") {
  const used = PAGES.filter((name) => readBlocks(name).some((block) => block.environment === environment));
  console.log(used.join("\n"));
} else if (action === "script") console.log(pageScript(environment, page));
else throw new Error(`Unknown action: ${action}`);
