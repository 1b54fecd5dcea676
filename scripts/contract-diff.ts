import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { runCommand } from "./command.ts";
import { CHANGELOG, LAST_PUBLISHED, readLastPublished } from "./contract/last-published.ts";
import { bundleContract } from "./contract/redocly.ts";
import { reviewContract } from "./contract/review.ts";

const help = `
Usage: npm run contract:diff [-- --last FILE]

Compares the contract in openapi/ with the one that was published last (openapi/published.yaml), and fails when
- there is a breaking change, and the first number of info.version was not raised;
- there is another change, and info.version was not raised (the second number where something is new, else the third);
- openapi/CHANGELOG.md has nothing about the version.

  --last FILE  another last contract, YAML or JSON, bundled
  -h, --help   this text
`;

async function contractDiff(lastFile: string): Promise<void> {
  const [last, next, changelog] = await Promise.all([
    readLastPublished(lastFile),
    bundleContract(),
    readFile(CHANGELOG, "utf8"),
  ]);
  const { version, lastVersion, needed, objections } = await reviewContract(last, next, changelog);
  if (objections.length > 0) throw new Error(objections.join("\n"));
  if (lastVersion === undefined) console.log(`Nothing was published yet; ${version} will be the first.`);
  else if (needed === "none") console.log(`As published: ${lastVersion}.`);
  else console.log(`${lastVersion} to ${version}: announced.`);
}

await runCommand({
  help,
  options: { last: { type: "string" } },
  run: ({ last }) => contractDiff(last === undefined ? LAST_PUBLISHED : resolve(last)),
});
