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

/** Counts the tests of a status. */
export function count(tests: readonly TestResult[], status: TestResult["status"]): number {
  return tests.filter((test) => test.status === status).length;
}
