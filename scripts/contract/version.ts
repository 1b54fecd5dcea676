const RAISES = ["none", "patch", "minor", "major"] as const;
export type Raise = (typeof RAISES)[number];
export type Version = readonly [major: number, minor: number, patch: number];

/** Reads `1.2.3`. Throws for anything else. */
export function readVersion(text: string): Version {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (found === null) throw new Error(`info.version must be three numbers such as 1.2.3, and is ${text}`);
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** By what a version was raised; undefined when it was lowered. */
export function raiseBetween(last: Version, next: Version): Raise | undefined {
  const place = last.findIndex((number, index) => number !== next[index]);
  if (place === -1) return "none";
  if ((next[place] ?? 0) < (last[place] ?? 0)) return undefined;
  return RAISES[3 - place];
}

/** Whether a raise is at least as large as another. */
export function isAtLeast(raise: Raise, needed: Raise): boolean {
  return RAISES.indexOf(raise) >= RAISES.indexOf(needed);
}

/** The lowest version that is raised by that much. */
export function raisedVersion([major, minor, patch]: Version, by: Raise): string {
  if (by === "major") return `${major + 1}.0.0`;
  if (by === "minor") return `${major}.${minor + 1}.0`;
  return by === "patch" ? `${major}.${minor}.${patch + 1}` : `${major}.${minor}.${patch}`;
}
