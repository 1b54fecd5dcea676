import { access, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { compareContracts } from "../contract/compare.ts";
import { changelogEntry, versionOf } from "../contract/review.ts";
import { raiseBetween, readVersion } from "../contract/version.ts";
import { type PublishedVersion, renderChanges, renderFeed, renderVersions } from "./version-pages.ts";

/** What a publication has besides the packages' folders. */
const FILES = /\.(json|yaml|html|md|tgz)$/;

/**
 * Gives the publication in `folder` an address of its own, `versions/1.2.3/`, beside those of the earlier publication
 * in `earlier`, which stay as they are. Pages compare it with each earlier version, and a feed lists all. The last
 * published document (JSON) becomes the first version if there is none.
 */
export async function addVersion(
  folder: string,
  earlier: string,
  last: string | undefined,
  changelog: string,
): Promise<void> {
  const versions = join(folder, "versions");
  await mkdir(versions);
  await cp(join(earlier, "versions"), versions, { recursive: true, force: false }).catch(ignoreMissing);
  const document = await readFile(join(folder, "complete.json"), "utf8");
  if (last !== undefined) await keepDocument(versions, last);
  const added = join(versions, versionOf(document));
  if (!(await exists(join(added, "openapi.json")))) {
    await mkdir(added, { recursive: true });
    const names = (await readdir(folder)).filter((name) => FILES.test(name));
    await Promise.all([...names.map((name) => cp(join(folder, name), join(added, name))), stamp(added)]);
    await compareWithEarlier(versions, versionOf(document), document);
  }
  const list = await listVersions(versions, changelog);
  await writeFile(join(versions, "index.html"), renderVersions(list));
  await writeFile(join(folder, "feed.xml"), renderFeed(list));
}

async function keepDocument(versions: string, json: string): Promise<void> {
  const kept = join(versions, versionOf(json));
  if (await exists(kept)) return;
  await mkdir(kept);
  const document: object = JSON.parse(json);
  await writeFile(join(kept, "complete.json"), `${JSON.stringify(document, null, 2)}\n`);
  await writeFile(join(kept, "complete.yaml"), stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }));
  await stamp(kept);
}

async function compareWithEarlier(versions: string, version: string, document: string): Promise<void> {
  for (const other of await versionsIn(versions)) {
    if (other === version) continue;
    const comparison = await compareContracts(await readFile(join(versions, other, "complete.json"), "utf8"), document);
    await writeFile(join(versions, version, `since-${other}.html`), renderChanges(other, version, comparison));
  }
}

async function listVersions(versions: string, changelog: string): Promise<PublishedVersion[]> {
  return Promise.all(
    (await versionsIn(versions)).map(async (version) => {
      const names = await readdir(join(versions, version));
      const comparedWith = names.flatMap((name) => /^since-(.*)\.html$/.exec(name)?.[1] ?? []);
      const published = await readFile(join(versions, version, "published"), "utf8");
      return { version, published: published.trim(), comparedWith, entry: changelogEntry(changelog, version) ?? "" };
    }),
  );
}

/** Returns the versions, the newest first. */
async function versionsIn(versions: string): Promise<string[]> {
  const names = (await readdir(versions, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => name)
    .sort((one, other) => (raiseBetween(readVersion(one), readVersion(other)) === undefined ? -1 : 1));
}

function stamp(folder: string): Promise<void> {
  return writeFile(join(folder, "published"), `${new Date().toISOString()}\n`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
