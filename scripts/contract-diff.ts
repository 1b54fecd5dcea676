import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { runCommand, UsageError } from "./command.ts";
import { CHANGELOG, LAST_PUBLISHED, readLastPublished } from "./contract/last-published.ts";
import { brokenClients, readRecordedClients } from "./contract/recorded-clients.ts";
import { bundleContract } from "./contract/redocly.ts";
import { objectionsToRelease, reviewContract } from "./contract/review.ts";

const help = `
Usage: npm run contract:diff [-- --last FILE]

Compares the contract in openapi/ with the last published one (openapi/published.yaml). Fails if
- there is a breaking change and the first number of info.version was not increased;
- there is another change and info.version was not increased (the second number for new features, else the third);
- openapi/CHANGELOG.md has no entry for the version;
- the version is neither published nor marked as unreleased: "## 1.2.3 (unreleased)" in openapi/CHANGELOG.md;
- it breaks a client library, as recorded in contract-tests/clients/recorded/ by \`npm run record-clients\`.

  --last FILE  the last published contract, a bundled YAML or JSON file (default: openapi/published.yaml)
  -h, --help   show this help
`;

async function contractDiff(lastFile: string): Promise<void> {
  const [last, next, changelog] = await Promise.all([
    readLastPublished(lastFile),
    bundleContract(),
    readFile(CHANGELOG, "utf8"),
  ]);
  if (last === undefined && lastFile !== LAST_PUBLISHED) throw new UsageError(`${lastFile} does not exist.`);
  const broken = await brokenClients(next, readRecordedClients());
  const { version, lastVersion, needed, objections } = await reviewContract(last, next, changelog);
  const unreleased = lastVersion === undefined ? [] : objectionsToRelease(lastVersion, version, changelog);
  const problems = [...objections, ...unreleased, ...broken];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  if (lastVersion === undefined) console.log(`No contract has been published yet; ${version} will be the first.`);
  else if (needed === "none") console.log(`As published: ${lastVersion}.`);
  else console.log(`${lastVersion} to ${version}: announced.`);
}

await runCommand({
  help,
  options: { last: { type: "string" } },
  run: ({ last }) => contractDiff(last === undefined ? LAST_PUBLISHED : resolve(last)),
});
