import { type PropertyChange, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { escapeText } from "./escape-text.ts";
import { type ChangedProperties, readProperties } from "./property-text.ts";

/** The property by which persons are found. */
export const EMAIL_PROPERTY = "email";
const KEY = EMAIL_PROPERTY;
const MAX_EMAIL_CHARACTERS = 320;

/** Returns how the address may be stored: in lower case; earlier versions folded only A to Z. */
export function foldedEmails(email: string): string[] {
  return [...new Set([email.toLowerCase(), email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())])];
}

/** Returns the person's folded address after changes of the properties; null if it has none. */
export function changedEmail(
  before: string | null,
  { text, refused }: ChangedProperties,
  changes: readonly PropertyChange[],
): string | null {
  return emailAfter(before, changes, refused, () => propertyOf(readProperties(text), KEY));
}

/** Does as `changedEmail`; `read` returns the property after the changes, of which some may be refused. */
export function emailAfter(
  before: string | null,
  changes: readonly PropertyChange[],
  refused: number,
  read: () => unknown,
): string | null {
  const last = changes.findLast(({ set = {}, setOnce = {}, unset = [] }) => {
    return Object.hasOwn(set, KEY) || Object.hasOwn(setOnce, KEY) || unset.includes(KEY);
  });
  if (!last) return before;
  const isSet = last.set !== undefined && Object.hasOwn(last.set, KEY) && !last.unset?.includes(KEY);
  return isSet && refused === 0 ? toEmail(last.set?.[KEY]) : toEmail(read());
}

type WithEmail = { readonly properties: string; readonly email: string | null };

/** Returns the folded address of `into` after it got the properties of `from` that it lacks. */
export function mergedEmail(into: WithEmail, from: WithEmail): string | null {
  if (into.email !== null || from.email === null) return into.email;
  const hasKey = into.properties.includes(`"${KEY}":`) && Object.hasOwn(readProperties(into.properties), KEY);
  return hasKey ? null : from.email;
}

export function emailOf(properties: PropertyMap): string | null {
  return toEmail(propertyOf(properties, KEY));
}

/** Texts that engines would have to escape are no addresses. */
function toEmail(value: unknown): string | null {
  if (typeof value !== "string" || value === "" || value.length > MAX_EMAIL_CHARACTERS) return null;
  return escapeText(value) === value ? value.toLowerCase() : null;
}
