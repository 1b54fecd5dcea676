import type { DeploymentResults } from "./deployment-results.ts";
import { escapeMarkup } from "./escape-markup.ts";
import type { TestResult } from "./test-results.ts";

/** Renders results as CI servers read them. */
export function junitReport({ tests, seconds, failed, skipped, url }: DeploymentResults): string {
  const suites = [...new Set(tests.map(({ suite }) => suite))].map((suite) => {
    const own = tests.filter((test) => test.suite === suite);
    const count = (status: TestResult["status"]) => own.filter((test) => test.status === status).length;
    const time = own.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
    const counts = `tests="${own.length}" failures="${count("failed")}" skipped="${count("skipped")}" time="${time}"`;
    return `  <testsuite name="${escapeMarkup(suite)}" ${counts}>\n${own.map(testCase).join("")}  </testsuite>\n`;
  });
  const counts = `tests="${tests.length}" failures="${failed}" skipped="${skipped}" time="${seconds}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeMarkup(url)}" ${counts}>
${suites.join("")}</testsuites>
`;
}

function testCase({ suite, name, milliseconds, status, reason = "" }: TestResult): string {
  const attributes = `classname="${escapeMarkup(suite)}" name="${escapeMarkup(name)}" time="${milliseconds / 1000}"`;
  if (status === "passed") return `    <testcase ${attributes}/>\n`;
  const [first = ""] = reason.split("\n");
  const inside =
    status === "skipped"
      ? `<skipped message="${escapeMarkup(reason)}"/>`
      : `<failure message="${escapeMarkup(first)}">${escapeMarkup(reason)}</failure>`;
  return `    <testcase ${attributes}>${inside}</testcase>\n`;
}
