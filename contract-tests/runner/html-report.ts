import type { DeploymentResults } from "./deployment-results.ts";
import { escapeMarkup } from "./escape-markup.ts";
import type { TestResult } from "./test-results.ts";

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2024 }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem } table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #e2e4e8; vertical-align: top }
pre { white-space: pre-wrap; margin: .3rem 0 0; font-size: .85rem; color: #57606a } .failed { color: #b3261e }
@media (prefers-color-scheme: dark) { body { background: #16181d; color: #e6e8eb } td, th { border-color: #333842 }
  .failed { color: #ff8a80 } pre { color: #a0a8b4 } }`;

/** Renders results as a page without scripts: failures first, then the suites. */
export function htmlReport(results: DeploymentResults): string {
  const { url, project, tests, failed, passed, skipped } = results;
  const verdict = failed + results.failures.length === 0 ? "keeps its contract" : "breaks its contract";
  const failures = tests.filter(({ status }) => status === "failed");
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(url)} ${verdict}</title><style>${STYLE}</style>
<h1>${escapeMarkup(url)} ${verdict}</h1>
<p>Project ${escapeMarkup(project)}, ${results.readOnly ? "only read, " : ""}checked against version
${results.contract_version} of the contract by the suite of ${results.suite_version}, ${results.started_at}, in
${results.seconds} s: ${passed} passed, <span class="failed">${failed} failed</span>, ${skipped} skipped.</p>
${results.failures.map((failure) => `<p class="failed">${escapeMarkup(failure)}</p>\n`).join("")}${
  failures.length === 0 ? "" : `<h2>Failures</h2>\n${table(failures)}`
}${results.newer_suites.length === 0 ? "" : `<h2>Suites for newer deployments</h2>\n${newerSuites(results)}`}
<h2>All tests</h2>
${table(tests.filter(({ status }) => status !== "failed"))}</html>
`;
}

function table(tests: readonly TestResult[]): string {
  const rows = tests.map(({ suite, name, status, reason, milliseconds }) => {
    const why = reason === undefined ? "" : `<pre>${escapeMarkup(reason)}</pre>`;
    const cells = [escapeMarkup(suite), `${escapeMarkup(name)}${why}`, status, `${milliseconds} ms`];
    return `<tr class="${status}">${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>\n`;
  });
  return `<table><tr><th>suite</th><th>test</th><th>result</th><th>time</th></tr>\n${rows.join("")}</table>\n`;
}

function newerSuites({ newer_suites: suites }: DeploymentResults): string {
  const items = suites.map(({ suite, operations }) => `<li>${escapeMarkup(suite)}: ${operations.join(", ")}</li>\n`);
  return `<ul>\n${items.join("")}</ul>\n`;
}
