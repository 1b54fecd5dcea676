import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { runNode, runNodeQuietly } from "./run-node.ts";
import { LONG_SUFFIX, runsAlone, testFiles } from "./test-files.ts";
import { writeGroup } from "./write-group.ts";

/** Tests wait much for disks and processes. */
const PROCESSES = availableParallelism() + 1;
/** After this a file that hangs fails by its name; much later, so does its process. */
const FILE_TIMEOUT_MS = 900_000;
const PROCESS_TIMEOUT_MS = 2 * FILE_TIMEOUT_MS;
/** Long tests that share a process, with what its module starts: a browser and a service. */
const IN_BROWSER = "contract-tests/browser/console/";
const SHARED_PROCESSES = `${IN_BROWSER}shared-processes.js`;

export interface RunOptions {
  readonly unit: boolean;
  readonly contract: boolean;
  /** The long tests instead of the others. */
  readonly long: boolean;
}

/** Builds the service, translates the tests once, and runs them; returns the exit status. */
export async function runAll({ unit, contract, long }: RunOptions): Promise<number> {
  return withTranslation(async (mirror) => {
    const runs = await Promise.all([
      ...(unit ? [runUnitTests(mirror, long ? "Long" : "Unit", testFiles({ long }))] : []),
      ...(contract ? [runContractSuite(mirror, long)] : []),
    ]);
    return Math.max(...runs);
  });
}

/** Runs these unit tests in the same way; returns the exit status. */
export async function runTogether(files: readonly string[]): Promise<number> {
  return withTranslation((mirror) => runUnitTests(mirror, "Chosen", files));
}

async function withTranslation(run: (mirror: string) => Promise<number>): Promise<number> {
  const mirror = await mkdtemp(join(tmpdir(), "sightline-tests-"));
  try {
    const built = await runNode("scripts/build.mjs");
    const translated = await runNode("scripts/translate-checkout.mjs", mirror);
    return built === 0 && translated === 0 ? await run(mirror) : 1;
  } finally {
    await rm(mirror, { recursive: true, force: true });
  }
}

async function runUnitTests(mirror: string, kind: string, names: readonly string[]): Promise<number> {
  const files = names.map((name) => ({ name, path: join(mirror, name.replace(/\.ts$/, ".js")) }));
  const inBrowser = files.filter(({ name }) => name.startsWith(IN_BROWSER) && name.endsWith(LONG_SUFFIX));
  const alone = files.filter((file) => !inBrowser.includes(file) && runsAlone(file.name));
  const shared = files.filter((file) => !inBrowser.includes(file) && !alone.includes(file));
  const groups = [
    { files: inBrowser, first: join(mirror, SHARED_PROCESSES) },
    ...Array.from({ length: PROCESSES }, (_, index) => ({
      files: shared.filter((_file, position) => position % PROCESSES === index),
    })),
  ].filter((group) => group.files.length > 0);
  const modules = groups.map(async ({ files, ...first }, index) => {
    // node --test runs files in the order of their names: the groups, which take longest, come first.
    const module = join(mirror, `0-group-${index}.mjs`);
    await writeGroup(module, files, { timeoutMs: FILE_TIMEOUT_MS, ...first });
    return module;
  });
  return runNodeQuietly(
    `${kind} tests: ${files.length} files, ${alone.length} of them in processes of their own`,
    "--enable-source-maps",
    "--test",
    `--test-concurrency=${PROCESSES}`,
    `--test-timeout=${PROCESS_TIMEOUT_MS}`,
    `--test-reporter=${join(mirror, "scripts/test/failure-reporter.js")}`,
    "--test-reporter-destination=stdout",
    ...(await Promise.all(modules)),
    ...alone.map(({ path }) => path),
  );
}

/** Runs the short suites against the server; or the long ones, and all against Prism, which lacks what most test. */
async function runContractSuite(mirror: string, long: boolean): Promise<number> {
  const program = ["--enable-source-maps", join(mirror, "contract-tests/run.js")];
  const run = (title: string, ...args: string[]) => runNodeQuietly(title, ...program, ...args);
  if (!long) return run("The contract suite against server", "--target", "server", "--length", "short");
  const statuses = await Promise.all([
    run("The contract suite against server: long suites", "--target", "server", "--length", "long"),
    run("The contract suite against prism", "--target", "prism"),
  ]);
  return Math.max(...statuses);
}
