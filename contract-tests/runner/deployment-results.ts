import { writeFile } from "node:fs/promises";
import { type DeploymentOptions, REPORT_FORMATS } from "./deployment-options.ts";
import { PreflightError } from "./errors.ts";
import { htmlReport } from "./html-report.ts";
import { junitReport } from "./junit-report.ts";
import type { TestResult } from "./test-results.ts";

/** What a test of a deployment found. */
export interface DeploymentResults {
  readonly url: string;
  readonly project: string;
  readonly readOnly: boolean;
  /** Versions of the contract: the suite's, and the one that responses were checked against. */
  readonly suite_version: string;
  readonly contract_version: string;
  readonly started_at: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Suites that did not run, because the deployment is older than what they test. */
  readonly newer_suites: readonly { readonly suite: string; readonly operations: readonly string[] }[];
  readonly tests: readonly TestResult[];
  /** What went wrong beside tests. */
  readonly failures: readonly string[];
}

const RENDER = {
  json: (results: DeploymentResults) => `${JSON.stringify(results, null, 2)}\n`,
  junit: junitReport,
  html: htmlReport,
};

/** Writes the reports. No key is in them. Throws `PreflightError` if a file cannot be written. */
export async function writeReports(
  results: DeploymentResults,
  { reports, key }: Pick<DeploymentOptions, "reports" | "key">,
): Promise<void> {
  for (const format of REPORT_FORMATS) {
    const file = reports[format];
    if (file === undefined) continue;
    await writeFile(file, RENDER[format](results).replaceAll(key, "phx_…")).catch((error: Error) => {
      throw new PreflightError(`The report cannot be written to ${file}: ${error.message}`);
    });
  }
}

/** Counts the tests of a status. */
export function count(tests: readonly TestResult[], status: TestResult["status"]): number {
  return tests.filter((test) => test.status === status).length;
}
