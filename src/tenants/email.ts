import { domainToASCII } from "node:url";
import { EMAIL_ADDRESS } from "../lib/email-format.ts";

const MAX_ADDRESS_CHARACTERS = 254;

/** Accepts plain addresses in any script, without a display name, quotes or spaces. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_CHARACTERS && EMAIL_ADDRESS.test(text);
}

/** Returns the form in which addresses are compared: mail servers hardly ever distinguish case. */
export function canonicalAddress(address: string): string {
  const text = address.normalize("NFC").toLowerCase();
  const at = text.lastIndexOf("@") + 1;
  return text.slice(0, at) + (domainToASCII(text.slice(at)) || text.slice(at));
}

/** Ignores case and how a domain is written. */
export function isSameEmailAddress(one: string, other: string): boolean {
  return canonicalAddress(one) === canonicalAddress(other);
}

/** End of made-up addresses. */
export const NO_MAIL_DOMAIN = "@sightline.invalid";

/** Returns false for the address that a first start makes up for its user. */
export function canGetMail(address: string): boolean {
  return !address.endsWith(".invalid");
}

export function nameUser(firstName: string, email: string): string {
  if (!canGetMail(email)) return firstName === "" ? "A member" : firstName;
  return firstName === "" ? email : `${firstName} (${email})`;
}
