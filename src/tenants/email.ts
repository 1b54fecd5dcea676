const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const MAX_ADDRESS_CHARACTERS = 254;

/** Returns true for a plain e-mail address, without a display name, quotes or spaces. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_CHARACTERS && ADDRESS.test(text);
}

/** Returns true if the addresses differ at most in case. Mail servers hardly ever distinguish it. */
export function isSameEmailAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
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
