const RAISES = ["none", "patch", "minor", "major"] as const;
export type Raise = (typeof RAISES)[number];
export type Version = readonly [major: number, minor: number, patch: number];

/** Parses `1.2.3`. Throws for any other format. */
export function readVersion(text: string): Version {
  const found = /^(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (found === null) throw new Error(`info.version must be three numbers such as 1.2.3, and is ${text}`);
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** Returns by how much a version was raised; undefined if it was lowered. */
export function raiseBetween(last: Version, next: Version): Raise | undefined {
  const index = last.findIndex((number, position) => number !== next[position]);
  if (index === -1) return "none";
  if ((next[index] ?? 0) < (last[index] ?? 0)) return undefined;
  return RAISES[3 - index];
}

/** Returns whether a raise is at least as large as the required one. */
export function isAtLeast(raise: Raise, required: Raise): boolean {
  return RAISES.indexOf(raise) >= RAISES.indexOf(required);
}

/** Returns the lowest version that is raised by that much. */
export function raisedVersion([major, minor, patch]: Version, by: Raise): string {
  if (by === "major") return `${major + 1}.0.0`;
  if (by === "minor") return `${major}.${minor + 1}.0`;
  return by === "patch" ? `${major}.${minor}.${patch + 1}` : `${major}.${minor}.${patch}`;
}
