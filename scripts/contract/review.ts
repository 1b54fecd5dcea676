import { type Comparison, compareContracts } from "./compare.ts";
import { isAtLeast, type Raise, raiseBetween, raisedVersion, readVersion } from "./version.ts";

const UNRELEASED = " (unreleased)";
const HEADING = /^## (\d\S*)( \(unreleased\))?/gm;

export interface Review {
  readonly version: string;
  /** The last published version; undefined before the first publication. */
  readonly lastVersion: string | undefined;
  readonly needed: Raise;
  /** The reasons why this contract must not be published, one line each. Empty if it may be published. */
  readonly objections: readonly string[];
}

/**
 * Reviews a bundled contract against the last published one: its version must announce the changes, and the changelog
 * must have an entry for it.
 */
export async function reviewContract(
  lastJson: string | undefined,
  nextJson: string,
  changelog: string,
): Promise<Review> {
  const version = versionOf(nextJson);
  const missingEntry = changelogEntry(changelog, version)
    ? []
    : [`CHANGELOG.md has no entry below a heading "## ${version}".`];
  if (lastJson === undefined) return { version, lastVersion: undefined, needed: "none", objections: missingEntry };

  const lastVersion = versionOf(lastJson);
  const comparison = await compareContracts(lastJson, nextJson);
  const versionObjections = objectionsToVersion(lastVersion, version, comparison);
  return { version, lastVersion, needed: comparison.raise, objections: [...versionObjections, ...missingEntry] };
}

/** Returns the objections to a version after these changes, one line each. */
export function objectionsToVersion(
  lastText: string,
  nextText: string,
  { raise, breaking }: Omit<Comparison, "others">,
): string[] {
  const last = readVersion(lastText);
  const actual = raiseBetween(last, readVersion(nextText));
  if (actual === undefined) return [`info.version went back from ${lastText} to ${nextText}.`];
  if (isAtLeast(actual, raise)) return [];
  const lead = raise === "major" ? "There are breaking changes" : "The contract has changed";
  return [
    `${lead} since ${lastText}: info.version must be ${raisedVersion(last, raise)} or higher, and is ${nextText}.`,
    ...breaking.map((line) => `  breaking: ${line}`),
  ];
}

/**
 * Returns the objections to a version that was neither published nor marked as unreleased, one line each. So that
 * changes of several days can be published together, the changelog's newest heading may be `## 1.2.3 (unreleased)`; the
 * next one is then the last published version.
 */
export function objectionsToRelease(lastVersion: string, version: string, changelog: string): string[] {
  const [newest, next] = [...changelog.matchAll(HEADING)].map(([, text = "", mark]) => ({
    text,
    open: mark !== undefined,
  }));
  if (newest?.text !== version) return [`The newest entry of CHANGELOG.md must be that of ${version}.`];
  if (version === lastVersion) {
    return newest.open ? [`${version} is published, but CHANGELOG.md calls it unreleased.`] : [];
  }
  if (!newest.open) {
    return [
      `${version} is not published: the last published version is ${lastVersion}. Run \`npm run spec:publish\` and ` +
        `commit what it changes, or write "## ${version} (unreleased)" in CHANGELOG.md to publish it later.`,
    ];
  }
  return next?.text === lastVersion
    ? []
    : [`${next?.text} was announced, but the last published version is ${lastVersion}.`];
}

/** Returns the changelog with this version released. */
export function released(changelog: string, version: string): string {
  return changelog.replace(`## ${version}${UNRELEASED}\n`, `## ${version}\n`);
}

/** Returns the text below a version's `## 1.2.3` heading, trimmed; undefined without such a heading. */
export function changelogEntry(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.slice(section.indexOf("\n") + 1).trim();
}

/** Returns the version of a document. Throws if it is not three numbers. */
export function versionOf(json: string): string {
  const { info }: { info?: { version?: string } } = JSON.parse(json);
  const version = String(info?.version);
  readVersion(version);
  return version;
}
