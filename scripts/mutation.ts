import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand, UsageError } from "./command.ts";
import { root } from "./contract/redocly.ts";
import { EQUIVALENT_MUTANTS } from "./mutation/equivalent-mutants.ts";
import { findMutants, type Mutant } from "./mutation/find-mutants.ts";
import { listFiles, TestBed } from "./mutation/test-bed.ts";
import { ProgressBar } from "./progress-bar.ts";
import { Random } from "./seeded-random.ts";

const help = `
Usage: npm run mutation [-- --count N] [--seed N] [--only PATH,…] [--quick] [--list]

Tests the tests: makes one small change at a time (a mutant) to the code in src/http, in a copy of the checkout, and
runs the unit tests of the changed module, the type checker, the contract suites that concern the module, and then all
of them against the server, until something fails. Fails if fewer than 95 of 100 mutants are caught. Mutants that no
test can notice are listed in scripts/mutation/equivalent-mutants.ts. CI does not run it: it takes an hour.

  --count N     how many mutants (default: 100); each takes some seconds, and a minute or two if it survives
  --seed N      the same seed chooses the same mutants of the same code (default: a random one)
  --only PATH,… only in these files, folders or lines, as in src/http/decode or src/http/answer.ts:46
  --quick       run only the unit tests and the contract suites that concern the changed module
  --list        print the chosen mutants, and test none
  -h, --help    show this help
`;

const FOLDER = "src/http";
const TEST_MODULE = /\.test\.ts$|\/test-[^/]*$/;
const MIN_CAUGHT_SHARE = 0.95;

interface Options {
  readonly count: number;
  readonly seed: number;
  readonly only: readonly string[];
  readonly quick: boolean;
  readonly list: boolean;
}

async function chooseMutants({ count, seed, only }: Options): Promise<Mutant[]> {
  const files = listFiles(FOLDER).filter((file) => file.endsWith(".ts") && !TEST_MODULE.test(file));
  const found: Mutant[] = [];
  for (const file of files) found.push(...findMutants(file, await readFile(join(root, file), "utf8")));
  const isWanted = ({ file, line }: Mutant) =>
    only.some((path) => path === `${file}:${line}` || `${file}/`.startsWith(`${path}/`));
  const remaining = found.filter((mutant) => !isEquivalent(mutant) && (only.length === 0 || isWanted(mutant)));
  if (remaining.length === 0) throw new UsageError(`${FOLDER} has no mutants in ${only.join(", ")}.`);
  const random = new Random(seed);
  const chosen: Mutant[] = [];
  while (chosen.length < count && remaining.length > 0) {
    chosen.push(...remaining.splice(random.integer(0, remaining.length - 1), 1));
  }
  return chosen;
}

function isEquivalent({ file, code, change }: Mutant): boolean {
  return EQUIVALENT_MUTANTS.filter((known) => known.file === file && known.change === change).some((known) =>
    code.includes(known.code),
  );
}

function describeMutant({ file, line, change, original, replacement }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 60);
  return `${file}:${line}: ${change}: ${short(original)} → ${short(replacement)}`;
}

async function testMutants(mutants: readonly Mutant[], allSuites: boolean): Promise<number> {
  const bar = new ProgressBar(1);
  const bed = await TestBed.create();
  let caught = 0;
  for (const [index, mutant] of mutants.entries()) {
    bar.show(describeMutant(mutant), index / mutants.length);
    const started = Date.now();
    const failure = await bed.test(mutant, allSuites);
    const seconds = Math.round((Date.now() - started) / 1000);
    bar.clear();
    console.log(`${failure === undefined ? "SURVIVED" : "caught"} ${describeMutant(mutant)} (${seconds} s)`);
    if (failure !== undefined) console.log(`  by ${failure}`);
    caught += failure === undefined ? 0 : 1;
  }
  return caught;
}

async function run(options: Options): Promise<void> {
  const mutants = await chooseMutants(options);
  console.log(`Seed ${options.seed}: ${mutants.length} mutants`);
  if (options.list) {
    for (const mutant of mutants) console.log(describeMutant(mutant));
    return;
  }
  const caught = await testMutants(mutants, !options.quick);
  console.log(`${caught} of ${mutants.length} caught`);
  if (caught < MIN_CAUGHT_SHARE * mutants.length) throw new Error("The tests catch too few mutants.");
}

function parseCount(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number, and is ${text}`);
  return Number(text);
}

process.chdir(root);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await runCommand({
  help,
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string", default: "" },
    quick: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
  run: ({ count, seed, only, quick, list }) =>
    run({
      count: parseCount("count", count),
      seed: parseCount("seed", seed),
      only: only.split(",").filter(Boolean),
      quick,
      list,
    }),
});
