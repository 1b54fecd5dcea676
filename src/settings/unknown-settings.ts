import { countDifferences } from "../lib/nearest-names.ts";
import { SETTINGS } from "./config.ts";
import { oidcSettingNames } from "./oidc-settings.ts";

const PREFIX = "SIGHTLINE_";
const MAX_DIFFERENCES = 2;
const MIN_COMPARED_LENGTH = 6;

/** Returns a sentence for each variable that is not a setting, but resembles one. */
export function findUnknownSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = new Set([...Object.keys(SETTINGS), ...oidcSettingNames(environment.OIDC_PROVIDERS ?? "")]);
  const known = [...names].map((setting) => ({ setting, normal: normalize(setting) }));
  return Object.keys(environment)
    .filter((name) => !names.has(name))
    .flatMap((name) => {
      const normalName = normalize(name);
      const meant = known.find(({ normal }) => resembles(normalName, normal))?.setting;
      return meant === undefined ? [] : [`${name} is not a setting and is ignored: did you mean ${meant}?`];
    });
}

function resembles(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < MIN_COMPARED_LENGTH || Math.abs(a.length - b.length) > MAX_DIFFERENCES)
    return false;
  return thirds(b).some((part) => a.includes(part)) && countDifferences(a, b) <= MAX_DIFFERENCES;
}

/** Splits a text into three parts: two differences leave one of them as it is. */
function thirds(text: string): string[] {
  const length = Math.ceil(text.length / 3);
  return [text.slice(0, length), text.slice(length, 2 * length), text.slice(2 * length)];
}

function normalize(name: string): string {
  const upper = name.toUpperCase();
  return (upper.startsWith(PREFIX) ? upper.slice(PREFIX.length) : upper).replaceAll(/[^A-Z0-9]/g, "");
}
