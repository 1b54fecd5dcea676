import { type Comparison, compareContracts } from "./compare.ts";
import { isAtLeast, type Raise, raiseBetween, raisedVersion, readVersion } from "./version.ts";

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
export function objectionsToVersion(lastText: string, nextText: string, { raise, breaking }: Comparison): string[] {
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

/** Returns the text below a version's `## 1.2.3` heading, trimmed; undefined without such a heading. */
export function changelogEntry(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  return section?.slice(section.indexOf("\n") + 1).trim();
}

function versionOf(json: string): string {
  const { info }: { info: { version: string } } = JSON.parse(json);
  readVersion(info.version);
  return info.version;
}
