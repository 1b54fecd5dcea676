const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const MAX_ADDRESS_CHARACTERS = 254;

/** True for a plain e-mail address, without a display name, quotes or spaces. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_CHARACTERS && ADDRESS.test(text);
}

/** True where both mean the same mailbox, as nearly as one can tell from outside: case makes no difference. */
export function isSameEmailAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
