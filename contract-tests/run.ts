import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCoverage } from "./contract/coverage.ts";
import { coverageReport } from "./runner/coverage-report.ts";
import { HELP, type Options, parseOptions, UsageError } from "./runner/options.ts";
import { runSuites, suiteFiles } from "./runner/run-suites.ts";
import { type RunningTarget, startTarget } from "./runner/start-target.ts";

const LOG_TAIL_CHARACTERS = 4000;
/** A folder has no addresses that clients could be sent to. */
const S3_ONLY_STATUSES = ["session_recordings_snapshots_retrieve 302"];

/** Runs the suites, says how it went, and gives what is not well: a sentence each. */
async function runAll(wishes: Options, directory: string): Promise<string[]> {
  const files = suiteFiles(wishes);
  const coverageDirectory = join(directory, "coverage");
  await mkdir(coverageDirectory);
  const up = await startTarget(wishes, directory);
  const faults: string[] = [];
  try {
    const passed = await runSuites(files, up.target, { coverageDirectory, verbose: wishes.verbose });
    if (!passed) faults.push("Tests failed.");
    if (!passed && up.log() !== "")
      console.log(`The service logged, at the end:\n${up.log().slice(-LOG_TAIL_CHARACTERS)}`);
    faults.push(...findLeakedSecrets(up));
  } finally {
    await up.stop().catch((error: Error) => faults.push(error.message));
  }
  const { table, missing } = coverageReport(readCoverage(coverageDirectory), wishes.target !== "server");
  console.log(`\n${table}`);
  const unseen = missing.filter((one) => wishes.engines.includes("s3") || !S3_ONLY_STATUSES.includes(one));
  if (wishes.target === "server" && wishes.only.length === 0 && unseen.length > 0) {
    faults.push(`Never seen: ${unseen.join(", ")}.`);
  }
  return faults;
}

function findLeakedSecrets({ log, target }: RunningTarget): string[] {
  const text = log();
  const secrets = [target.tenant, target.otherTenant, target.paginationTenant].map(
    ({ personalApiKey }) => personalApiKey,
  );
  return secrets.some((secret) => text.includes(secret)) ? ["A personal key is in the service's log."] : [];
}

async function main(argv: readonly string[]): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-contract-run-"));
  try {
    const wishes = parseOptions(argv);
    if (wishes === null) {
      console.log(HELP);
      return 0;
    }
    const faults = await runAll(wishes, directory);
    for (const fault of faults) console.error(fault);
    return faults.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n(--help tells what is possible)`);
    return 2;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
