import { writeFile } from "node:fs/promises";
import { type DeploymentOptions, REPORT_FORMATS } from "./deployment-options.ts";
import type { DeploymentResults } from "./deployment-results.ts";
import { PreflightError } from "./errors.ts";
import { htmlReport } from "./html-report.ts";
import { junitReport } from "./junit-report.ts";

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
