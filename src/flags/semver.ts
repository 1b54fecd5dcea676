/** Major, minor and patch. What follows them (`-beta.1`, `+build`) does not count, as in the SDKs of this family. */
export type Version = readonly [number, number, number];

/** From `lower` up to, but not including, `upper`. */
export interface VersionRange {
  readonly lower: Version;
  readonly upper: Version;
}

/** A part of a version: digits, or nothing, which is 0. Leading zeros do no harm: apps do send 3.08. */
function part(text: string | undefined): number {
  return /^\d*$/.test(text ?? "") ? Number(text ?? 0) : Number.NaN;
}

/** The version in a text such as `v1.2.3-beta`, with 0 for parts that are absent; undefined for what is no version. */
export function parseVersion(text: string): Version | undefined {
  const [core = ""] = text.trim().replace(/^v/i, "").split(/[-+]/);
  const [first = "", second, third] = core.split(".");
  const version = [part(first), part(second), part(third)] as const;
  return first === "" || version.some(Number.isNaN) ? undefined : version;
}

/** Below 0 where `a` is the older one, above 0 where it is the newer one, 0 for the same version. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** `~1.2.3`: 1.2.3 and the patches after it. */
export function tildeRange(text: string): VersionRange | undefined {
  const lower = parseVersion(text);
  return lower && { lower, upper: [lower[0], lower[1] + 1, 0] };
}

/** `^1.2.3`: up to the next version that may break, which is the first part that is not 0. */
export function caretRange(text: string): VersionRange | undefined {
  const lower = parseVersion(text);
  if (!lower) return undefined;
  const [major, minor, patch] = lower;
  if (major > 0) return { lower, upper: [major + 1, 0, 0] };
  return { lower, upper: minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1] };
}

/** `1.2.*`, `1.*`, `*`: everything that begins with these parts. */
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

/** True if the version lies in the range. */
export function isWithin(version: Version, { lower, upper }: VersionRange): boolean {
  return compareVersions(version, lower) >= 0 && compareVersions(version, upper) < 0;
}
