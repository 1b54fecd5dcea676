import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OBSERVATIONS_VARIABLE, readObservations } from "./contract/observations.ts";
import { coverageReport } from "./runner/coverage-report.ts";
import { remainsReport, slowReport } from "./runner/deployment-report.ts";
import { PreflightError, UsageError } from "./runner/errors.ts";
import { HELP, type Options, parseOptions } from "./runner/options.ts";
import { findSuites, observationsFile, runSuites } from "./runner/run-suites.ts";
import { type RunningTarget, startTarget } from "./runner/start-target.ts";

const LOG_TAIL_CHARACTERS = 4000;
/** Only S3 has addresses that clients can be redirected to. */
const S3_ONLY_STATUSES = ["session_recordings_snapshots_retrieve 302"];
/** The suite slow-bodies provokes it for each operation with a body, and runs on the embedded engines only. */
const TOO_SLOW = / 408$/;

/** Whether runs before this one wrote down what they saw. */
const sharesObservations = process.env[OBSERVATIONS_VARIABLE] !== undefined;

/** Runs the suites and prints the results; returns what went wrong, a sentence each. */
async function runAll(options: Options, directory: string): Promise<string[]> {
  const suites = findSuites(options);
  const up = await startTarget(options, directory);
  const failures: string[] = [];
  try {
    const { passed } = await runSuites(suites, up.target, { directory, verbose: options.verbose });
    if (!passed) failures.push("Tests failed.");
    if (!passed && up.log() !== "")
      console.log(`The service logged, at the end:\n${up.log().slice(-LOG_TAIL_CHARACTERS)}`);
    failures.push(...findLeakedSecrets(up));
  } finally {
    await up.stop().catch((error: Error) => failures.push(error.message));
  }
  const isLast = options.length === "all" || (options.length === "long" && sharesObservations);
  const isWhole = options.target === "server" && options.only.length === 0 && !options.brief && isLast;
  const observations = readObservations(observationsFile(directory));
  const { table, missing } = coverageReport(observations.statuses, !isWhole);
  console.log(`\n${table}`);
  if (options.target === "url") console.log(slowReport(observations) + remainsReport(observations, up.target));
  const unseen = missing
    .filter((one) => options.engines.includes("s3") || !S3_ONLY_STATUSES.includes(one))
    .filter((one) => options.engines.length === 0 || !TOO_SLOW.test(one));
  if (isWhole && unseen.length > 0) {
    failures.push(`Never seen: ${unseen.join(", ")}.`);
  }
  return failures;
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
    const options = parseOptions(argv);
    if (options === null) {
      console.log(HELP);
      return 0;
    }
    const failures = await runAll(options, directory);
    for (const failure of failures) console.error(failure);
    return failures.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof PreflightError)) throw error;
    console.error(error instanceof UsageError ? `${error.message}\nTry --help.` : error.message);
    return 2;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
