import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { readRedocBundle, renderDocsPage } from "../src/http/pages/docs-page.ts";
import { runCommand } from "./command.ts";
import { type Artifacts, contractArtifacts } from "./contract/artifacts.ts";
import { CHANGELOG, LAST_PUBLISHED, readLastPublished } from "./contract/last-published.ts";
import { redocly, root } from "./contract/redocly.ts";
import { released, reviewContract } from "./contract/review.ts";
import { addVersion } from "./publish/add-version.ts";
import { buildPackage, PACKAGE_NAME, packPackage } from "./publish/npm-package.ts";
import { assertReplaceable, replaceFolder } from "./publish/replace-folder.ts";
import { buildSandboxPackage, SANDBOX_PACKAGE_NAME } from "./publish/sandbox-package.ts";
import { buildSuitePackage, SUITE_PACKAGE_NAME } from "./publish/suite-package.ts";

const help = `
Usage: npm run spec:publish [-- --out DIR] [--last FILE]

Creates a folder for consumers of the contract: the document to generate clients from (openapi.yaml, openapi.json), the
complete one (complete.yaml, complete.json), a reference page that works offline (index.html), CHANGELOG.md, and the npm
packages ${PACKAGE_NAME} (npm/), ${SUITE_PACKAGE_NAME} (suite/), which tests deployments, and ${SANDBOX_PACKAGE_NAME}
(sandbox/), with their tarballs.
A copy at versions/1.2.3/ stays when later versions are published to the folder; versions/index.html lists them, pages
say what changed since each earlier one, and feed.xml is for feed readers. Fails if \`npm run contract:lint\` fails or
the version does not announce the changes. Then writes the complete document to openapi/published.yaml, and removes
"(unreleased)" from openapi/CHANGELOG.md. Commit both: the next contract is compared with them.

  --out DIR    the folder, which is replaced (default: published)
  --last FILE  the last published document, which is compared and then replaced (default: openapi/published.yaml)
  -h, --help   show this help
`;

async function publish(out: string, lastFile: string): Promise<void> {
  await assertReplaceable(out);
  const [last, artifacts, changelog] = await Promise.all([
    readLastPublished(lastFile),
    contractArtifacts(),
    readFile(CHANGELOG, "utf8"),
    redocly("lint", "sightline"),
  ]);
  const { version, objections } = await reviewContract(last, artifacts.complete.json, changelog);
  if (objections.length > 0) throw new Error([...objections, "Nothing was published."].join("\n"));

  const releasedChangelog = released(changelog, version);
  await replaceFolder(out, async (folder) => {
    await writeArtifacts(folder, version, artifacts, releasedChangelog);
    await addVersion(folder, out, last, releasedChangelog);
  });
  await writeFile(lastFile, artifacts.complete.yaml);
  if (lastFile === LAST_PUBLISHED) await writeFile(CHANGELOG, releasedChangelog);
  console.log(`Published ${version} to ${displayPath(out)}.`);
  console.log(`Kept it as ${displayPath(lastFile)}: commit that file, and openapi/CHANGELOG.md.`);
  console.log(`To release the package: npm publish ${displayPath(join(out, `${PACKAGE_NAME}-${version}.tgz`))}`);
}

async function writeArtifacts(folder: string, version: string, artifacts: Artifacts, changelog: string): Promise<void> {
  const npm = join(folder, "npm");
  const suite = join(folder, "suite");
  const sandbox = join(folder, "sandbox");
  const { complete, client } = artifacts;
  const { content: html } = renderDocsPage(complete.json, await readRedocBundle());
  await Promise.all([
    writeFile(join(folder, "openapi.json"), client.json),
    writeFile(join(folder, "openapi.yaml"), client.yaml),
    writeFile(join(folder, "complete.json"), complete.json),
    writeFile(join(folder, "complete.yaml"), complete.yaml),
    writeFile(join(folder, "index.html"), html),
    writeFile(join(folder, "CHANGELOG.md"), changelog),
    buildPackage(npm, version, client, changelog).then(() => packPackage(npm, folder)),
    buildSuitePackage(suite, version, { complete: complete.json, client: client.json }).then(() =>
      packPackage(suite, folder),
    ),
    buildSandboxPackage(sandbox, version).then(() => packPackage(sandbox, folder)),
  ]);
}

function displayPath(path: string): string {
  const relativePath = relative(root, path);
  return relativePath.startsWith("..") ? path : relativePath;
}

await runCommand({
  help,
  options: { out: { type: "string", default: "published" }, last: { type: "string", default: LAST_PUBLISHED } },
  run: ({ out, last }) => publish(resolve(out), resolve(last)),
});
