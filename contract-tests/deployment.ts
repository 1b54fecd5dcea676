#!/usr/bin/env node
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { olderContract } from "./runner/deployed-contract.ts";
import { HELP, parseDeploymentOptions } from "./runner/deployment-options.ts";
import { PreflightError, UsageError } from "./runner/errors.ts";

/** The variable that `contract-document.ts` reads: no module that loads it may be imported before it is set. */
const DOCUMENT_VARIABLE = "CONTRACT_DOCUMENT_FILE";

async function main(argv: readonly string[]): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-contract-run-"));
  try {
    const options = parseDeploymentOptions(argv);
    if (options === null) {
      console.log(HELP);
      return 0;
    }
    const older = await olderContract(options.url);
    if (older !== undefined) {
      process.env[DOCUMENT_VARIABLE] = join(directory, "contract.json");
      await writeFile(join(directory, "contract.json"), older.json);
    }
    const { runDeployment } = await import("./runner/run-deployment.ts");
    return (await runDeployment(options, directory)) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof PreflightError)) throw error;
    console.error(error instanceof UsageError ? `${error.message}\nTry --help.` : error.message);
    return 2;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
