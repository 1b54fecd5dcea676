import { domainToASCII } from "node:url";
import { EMAIL_ADDRESS } from "../lib/email-format.ts";

const MAX_ADDRESS_CHARACTERS = 254;

/** Returns true for a plain e-mail address, without a display name, quotes or spaces; any script may be used. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_CHARACTERS && EMAIL_ADDRESS.test(text);
}

/** Returns the address in the form in which it is compared: mail servers hardly ever distinguish case. */
export function canonicalAddress(address: string): string {
  const text = address.normalize("NFC").toLowerCase();
  const at = text.lastIndexOf("@") + 1;
  return text.slice(0, at) + (domainToASCII(text.slice(at)) || text.slice(at));
}

/** Returns true if the addresses differ at most in case, or in how a domain is written. */
export function isSameEmailAddress(one: string, other: string): boolean {
  return canonicalAddress(one) === canonicalAddress(other);
}

/** The end of addresses that are made up. */
export const NO_MAIL_DOMAIN = "@sightline.invalid";

/** Returns false for the address that a first start makes up for its user: no mail can reach it. */
export function canGetMail(address: string): boolean {
  return !address.endsWith(".invalid");
}

/** Returns how mails and pages name a user. */
export function nameUser(firstName: string, email: string): string {
  if (!canGetMail(email)) return firstName === "" ? "A member" : firstName;
  return firstName === "" ? email : `${firstName} (${email})`;
}
