import { changelogEntry } from "./changelog.ts";
import { type Comparison, compareContracts } from "./compare.ts";
import { isAtLeast, type Raise, raiseBetween, raisedVersion, readVersion } from "./version.ts";

export interface Review {
  readonly version: string;
  /** What was published last; undefined before the first time. */
  readonly lastVersion: string | undefined;
  readonly needed: Raise;
  /** Why this contract may not be published, a line each; empty when it may. */
  readonly objections: readonly string[];
}

/** Judges a bundled contract against the last published one: its version must announce what changed, and the changelog must tell it. */
export async function reviewContract(
  lastJson: string | undefined,
  nextJson: string,
  changelog: string,
): Promise<Review> {
  const version = versionOf(nextJson);
  const untold = changelogEntry(changelog, version)
    ? []
    : [`CHANGELOG.md has nothing below a heading "## ${version}".`];
  if (lastJson === undefined) return { version, lastVersion: undefined, needed: "none", objections: untold };

  const lastVersion = versionOf(lastJson);
  const comparison = await compareContracts(lastJson, nextJson);
  const unannounced = objectionsToVersion(lastVersion, version, comparison);
  return { version, lastVersion, needed: comparison.raise, objections: [...unannounced, ...untold] };
}

/** What is wrong with a version after such changes, a line each. */
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

function versionOf(json: string): string {
  const { info }: { info: { version: string } } = JSON.parse(json);
  readVersion(info.version);
  return info.version;
}
