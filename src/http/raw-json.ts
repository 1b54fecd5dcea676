const shared = new WeakSet<Uint8Array>();

/** Returns true for bytes that many replies share. */
export function isShared(bytes: Uint8Array): boolean {
  return shared.has(bytes);
}

/** `T` is the type of the value, as far as the validation of responses proves it. */
export class JsonText<T> {
  readonly #text: string | undefined;
  readonly bytes: Buffer | undefined;
  declare protected readonly value: T;

  constructor(content: string | Buffer) {
    if (typeof content === "string") this.#text = content;
    else this.bytes = content;
  }

  get text(): string {
    return this.#text ?? String(this.bytes);
  }

  /** Shares the bytes among many replies: each would else copy the text. */
  share(): JsonText<T> {
    const bytes = Buffer.from(this.text);
    shared.add(bytes);
    return new JsonText(bytes);
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText(JSON.stringify(value));
  }
}

type Members<T> = { readonly [Name in keyof T]: T[Name] | JsonText<T[Name]> };

/** Serializes only the members that are not JSON already. */
export function joinMembers<T extends object>(members: Members<T>): JsonText<T> {
  return new JsonText(`{${membersText(members).slice(1)}}`);
}

/** Returns a function that adds members to these, which are serialized once and must not be empty. */
export function membersAfter<First extends object>(first: Members<First>) {
  const start = joinMembers(first).text.slice(0, -1);
  return <T extends { readonly [Name in keyof First]?: unknown }>(members: Members<Omit<T, keyof First>>) =>
    new JsonText<T>(`${start}${membersText(members)}}`);
}

/** Writes members as they follow others. The contract's names need no escaping. */
function membersText<T extends object>(members: Members<T>): string {
  let text = "";
  for (const name in members) {
    const value = members[name];
    text += `,"${name}":${value instanceof JsonText ? value.text : JSON.stringify(value)}`;
  }
  return text;
}
