import { readFileSync } from "node:fs";
import { document, operations, ownDocument } from "../contract/contract-document.ts";
import { readObservations } from "../contract/observations.ts";
import type { Target } from "../target-description.ts";
import { deleteAdded, takeInventory } from "./created-data.ts";
import type { DeploymentOptions } from "./deployment-options.ts";
import { remainsReport, slowReport } from "./deployment-report.ts";
import { count, type DeploymentResults } from "./deployment-results.ts";
import { discoverTenant } from "./discover-tenant.ts";
import { checkDeployment } from "./preflight.ts";
import { findSuites, observationsFile, runSuites, type Suite } from "./run-suites.ts";
import { writeReports } from "./write-reports.ts";

/** Suites that send nothing that changes something. */
const READ_ONLY_SUITES = ["reads"];
/** It compares documentation that only a checkout has. */
const CHECKOUT_SUITES = ["moving-over"];

interface NewerSuite {
  readonly suite: string;
  readonly operations: readonly string[];
}

/** Tests a deployment, prints and reports the results, and returns whether it keeps its contract. */
export async function runDeployment(options: DeploymentOptions, directory: string): Promise<boolean> {
  const started = new Date();
  const { url, readOnly, verbose } = options;
  const only = readOnly && options.only.length === 0 ? READ_ONLY_SUITES : options.only;
  const found = findSuites({ only, length: "all", brief: false, target: "url", engines: [] }).filter(
    ({ name }) => !CHECKOUT_SUITES.includes(name) && (!readOnly || READ_ONLY_SUITES.includes(name)),
  );
  const newer = found.flatMap(newerOperations);
  const suites = found.filter(({ name }) => !newer.some(({ suite }) => suite === name));
  const tenant = await discoverTenant(options);
  await checkDeployment(url, tenant, { readOnly });
  const reach = { kind: "url", base: url, direct: url, proxy: false, engines: [], readOnly } as const;
  const target: Target = { ...reach, tenant, otherTenant: tenant, paginationTenant: tenant };
  const before = readOnly ? undefined : await takeInventory(url, tenant);
  console.log(`Tests ${url}, project ${tenant.projectId}, against version ${versionOf(document)} of the contract.`);
  const { results: tests } = await runSuites(suites, target, { directory, verbose });
  const failures: string[] = [];
  if (before !== undefined) {
    await deleteAdded(url, tenant, before).catch((error: Error) => failures.push(error.message));
  }
  const observations = readObservations(observationsFile(directory));
  console.log(slowReport(observations) + (readOnly ? "" : remainsReport(observations, target)));
  for (const { suite, operations } of newer) {
    console.log(`Skipped ${suite}, because the deployment is older than ${operations.join(", ")}.`);
  }
  const results: DeploymentResults = {
    ...{ url, project: tenant.projectId, readOnly },
    suite_version: versionOf(ownDocument),
    contract_version: versionOf(document),
    started_at: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 1000),
    passed: count(tests, "passed"),
    failed: count(tests, "failed"),
    skipped: count(tests, "skipped"),
    newer_suites: newer,
    ...{ tests, failures },
  };
  await writeReports(results, options);
  for (const failure of failures) console.error(failure);
  return results.failed + failures.length === 0 && results.passed > 0;
}

function versionOf(contract: object): string {
  return (contract as { info: { version: string } }).info.version;
}

/** Returns the operations that a suite names and the deployment does not have yet; nothing if it has all. */
function newerOperations({ name, path }: Suite): NewerSuite[] {
  const text = readFileSync(path, "utf8");
  const missing = ownOperations().filter((id) => !operations.has(id as never) && text.includes(`"${id}"`));
  return missing.length === 0 ? [] : [{ suite: name, operations: missing }];
}

function ownOperations(): string[] {
  const { paths } = ownDocument as { paths: Record<string, Record<string, { operationId?: string }>> };
  return Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));
}
