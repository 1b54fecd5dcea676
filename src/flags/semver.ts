/** Major, minor and patch. Suffixes (`-beta.1`, `+build`) are ignored, as in the client libraries. */
export type Version = readonly [number, number, number];

/** Includes `lower`, excludes `upper`. */
export interface VersionRange {
  readonly lower: Version;
  readonly upper: Version;
}

/** Returns 0 for an absent part, NaN for other text than digits. Apps do send leading zeros, such as 3.08. */
function parsePart(text: string | undefined): number {
  return /^\d*$/.test(text ?? "") ? Number(text ?? 0) : Number.NaN;
}

/** Returns the version of a text such as `v1.2.3-beta`, with 0 for absent parts; undefined for other text. */
export function parseVersion(text: string): Version | undefined {
  const [core = ""] = text.trim().replace(/^v/i, "").split(/[-+]/, 1);
  const [first = "", second, third] = core.split(".", 3);
  const version = [parsePart(first), parsePart(second), parsePart(third)] as const;
  return first === "" || version.some(Number.isNaN) ? undefined : version;
}

/** Returns a negative number if `a` is older than `b`, a positive one if it is newer, 0 if they are equal. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Returns the range of `~1.2.3`: 1.2.3 and its later patches. */
export function tildeRange(text: string): VersionRange | undefined {
  const lower = parseVersion(text);
  return lower && { lower, upper: [lower[0], lower[1] + 1, 0] };
}

/** Returns the range of `^1.2.3`: up to the next change of the first part that is not 0. */
export function caretRange(text: string): VersionRange | undefined {
  const lower = parseVersion(text);
  if (!lower) return undefined;
  const [major, minor, patch] = lower;
  if (major > 0) return { lower, upper: [major + 1, 0, 0] };
  return { lower, upper: minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1] };
}

/** Returns the range of `1.2.*`, `1.*` or `*`: all versions with these first parts. */
export function wildcardRange(text: string): VersionRange | undefined {
  const fixed = text
    .trim()
    .replace(/^v/i, "")
    .replace(/\.?\*(\.\*)*$/, "");
  const parts = fixed === "" ? [] : fixed.split(".");
  if (parts.length > 3 || parts.some((digits) => !/^\d+$/.test(digits))) return undefined;
  if (parts.length === 0) return text.includes("*") ? { lower: [0, 0, 0], upper: [Infinity, 0, 0] } : undefined;
  const [major = 0, minor = 0, patch = 0] = parts.map(Number);
  const lower: Version = [major, minor, patch];
  if (parts.length === 1) return { lower, upper: [major + 1, 0, 0] };
  return { lower, upper: parts.length === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1] };
}

/** Returns true if the version is in the range. */
export function isWithin(version: Version, { lower, upper }: VersionRange): boolean {
  return compareVersions(version, lower) >= 0 && compareVersions(version, upper) < 0;
}
