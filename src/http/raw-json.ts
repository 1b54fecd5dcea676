/** A value as JSON. `T` is its type, as far as the contract's validation of responses proves it. */
export class JsonText<T> {
  readonly text: string;
  /** The text as bytes, if many replies share them. */
  readonly bytes: Buffer | undefined;
  declare protected readonly value: T;

  constructor(text: string, bytes?: Buffer) {
    this.text = text;
    this.bytes = bytes;
  }

  /** Returns the same JSON for many replies: each would else copy the text. */
  share(): JsonText<T> {
    return new JsonText(this.text, Buffer.from(this.text));
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText(JSON.stringify(value));
  }
}

/** The members of an object, of which some are JSON already. */
type Members<T> = { readonly [Name in keyof T]: T[Name] | JsonText<T[Name]> };

/** Returns the JSON of an object with these members. Those that are JSON already are not serialized again. */
export function joinMembers<T extends object>(members: Members<T>): JsonText<T> {
  return new JsonText(`{${membersText(members).slice(1)}}`);
}

/** Returns a function that adds members to these, which are serialized once. There must be at least one. */
export function membersAfter<First extends object>(first: Members<First>) {
  const start = joinMembers(first).text.slice(0, -1);
  return <T extends { readonly [Name in keyof First]?: unknown }>(members: Members<Omit<T, keyof First>>) =>
    new JsonText<T>(`${start}${membersText(members)}}`);
}

/** Returns members as they follow others. Their names are those of the contract, which need no escaping. */
function membersText<T extends object>(members: Members<T>): string {
  let text = "";
  for (const name in members) {
    const value = members[name];
    text += `,"${name}":${value instanceof JsonText ? value.text : JSON.stringify(value)}`;
  }
  return text;
}
