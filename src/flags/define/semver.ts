/** Versions as semver.org orders them, also with a `v`, with leading zeros, and with only one or two numbers. */

/** Numbers are digits without leading zeros: they may be too long for a double. */
export interface Version {
  readonly numbers: readonly [major: string, minor: string, patch: string];
  /** The identifiers of `-beta.1`; empty for a release. */
  readonly preRelease: readonly string[];
  /** The identifiers of `+build.5`. */
  readonly build: readonly string[];
}

/** Whether a version is in a range. A pre-release is only in the range of a pre-release of the same numbers. */
export type VersionTest = (version: Version) => boolean;

const VERSION = /^([^-+]*)(?:-([^+]*))?(?:\+(.*))?$/s;
const IDENTIFIER = /^[\dA-Za-z-]+$/;
const DIGITS = /^\d+$/;
const LARGEST = String(2n ** 64n - 1n);

/** Returns the version of a text such as `v1.2.3-beta.1+build.5`, with 0 for absent numbers; undefined for others. */
export function parseVersion(text: string): Version | undefined {
  const [, core = "", preRelease, build] = VERSION.exec(withoutPrefix(text)) ?? [];
  const numbers = core.split(".", 4).map(parseNumber);
  const version = {
    numbers: [numbers[0] ?? "", numbers[1] ?? "0", numbers[2] ?? "0"] as const,
    preRelease: preRelease?.split(".") ?? [],
    build: build?.split(".") ?? [],
  };
  const isValid =
    numbers.length <= 3 &&
    !numbers.includes(undefined) &&
    [...version.preRelease, ...version.build].every((identifier) => IDENTIFIER.test(identifier)) &&
    version.preRelease.every((identifier) => !/^0\d+$/.test(identifier));
  return isValid ? version : undefined;
}

function withoutPrefix(text: string): string {
  return text.replace(/^v/, "").trim();
}

function parseNumber(text: string): string | undefined {
  const digits = DIGITS.test(text) ? text.replace(/^0+(?=\d)/, "") : undefined;
  return digits === undefined || compareDigits(digits, LARGEST) > 0 ? undefined : digits;
}

/** Returns a negative number if `a` is older than `b`, a positive one if it is newer, 0 if they are equal. */
export function compareVersions(a: Version, b: Version): number {
  return compareNumbers(a, b) || comparePreReleases(a, b) || compareIdentifiers(a.build, b.build);
}

function compareNumbers({ numbers: [a1, a2, a3] }: Version, { numbers: [b1, b2, b3] }: Version): number {
  return compareDigits(a1, b1) || compareDigits(a2, b2) || compareDigits(a3, b3);
}

/** A release is newer than its pre-releases. */
function comparePreReleases({ preRelease: a }: Version, { preRelease: b }: Version): number {
  if (a.length === 0 || b.length === 0) return Number(a.length === 0) - Number(b.length === 0);
  return compareIdentifiers(a, b);
}

function compareIdentifiers(a: readonly string[], b: readonly string[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const [isNumber, isOtherNumber] = [DIGITS.test(one), DIGITS.test(other)];
    const order =
      Number(isOtherNumber) - Number(isNumber) || (isNumber ? compareDigits(one, other) : compareTexts(one, other));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareDigits(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

/** Returns the range of `~1.2.3`: 1.2.3 and its later patches. */
export function tildeRange(text: string): VersionTest | undefined {
  const lower = parseVersion(text);
  return lower && fromVersion(lower, 2);
}

/** Returns the range of `^1.2.3`: up to the next change of the first number that is not 0. */
export function caretRange(text: string): VersionTest | undefined {
  const lower = parseVersion(text);
  const firstNumber = lower?.numbers.findIndex((number) => number !== "0") ?? 0;
  return lower && fromVersion(lower, firstNumber === -1 ? 3 : firstNumber + 1);
}

/** Returns this and newer versions whose first `same` numbers are the same. */
function fromVersion(lower: Version, same: number): VersionTest {
  return (version) => {
    const isPreRelease = version.preRelease.length > 0;
    if (isPreRelease && (lower.preRelease.length === 0 || compareNumbers(version, lower) !== 0)) return false;
    const hasSame = version.numbers.slice(0, same).every((number, index) => number === lower.numbers[index]);
    return hasSame && (compareNumbers(version, lower) || comparePreReleases(version, lower)) >= 0;
  };
}

/** Returns the range of `1.2.*`, `1.*` or `*`: all releases with these first numbers. Without `*`, that of `^`. */
export function wildcardRange(text: string): VersionTest | undefined {
  const parts = withoutPrefix(text).split(".", 4);
  const first = parts.indexOf("*");
  if (first === -1) return caretRange(text);
  const numbers = parts.slice(0, first).map(parseNumber);
  const isValid = parts.length <= 3 && !numbers.includes(undefined) && parts.slice(first).every((part) => part === "*");
  if (!isValid) return undefined;
  return ({ numbers: own, preRelease }) =>
    preRelease.length === 0 && numbers.every((number, index) => number === own[index]);
}
