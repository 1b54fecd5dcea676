/** A value as JSON. `T` is its type, as far as the contract's validation of responses proves it. */
export class JsonText<T> {
  readonly text: string;
  declare protected readonly value: T;

  constructor(text: string) {
    this.text = text;
  }

  static of<T>(value: T): JsonText<T> {
    return new JsonText(JSON.stringify(value));
  }
}

/** The members of an object, of which some are JSON already. */
type Members<T> = { readonly [Name in keyof T]: T[Name] | JsonText<T[Name]> };

/** Returns the JSON of an object with these members. Those that are JSON already are not serialized again. */
export function joinMembers<T extends object>(members: Members<T>): JsonText<T> {
  const parts = Object.entries(members).map(
    ([name, value]) => `${JSON.stringify(name)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`,
  );
  return new JsonText(`{${parts.join(",")}}`);
}
