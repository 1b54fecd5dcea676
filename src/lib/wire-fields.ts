type WireName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${WireName<Rest>}`
  : Name;

type WireValue<Name, Value> = Name extends `${string}At` ? (null extends Value ? string | null : string) : Value;

export function isoTime(millis: number): string {
  return new Date(millis).toISOString();
}

/** Returns these fields under the contract's names: `createdAt` is `created_at`, and times, whose names end so, ISO. */
export function wireFields<T extends object, Name extends keyof T & string>(
  record: T,
  ...names: readonly Name[]
): { [One in Name as WireName<One>]: WireValue<One, T[One]> } {
  const fields = names.map((name) => {
    const value = record[name];
    const wireName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [wireName, name.endsWith("At") && typeof value === "number" ? isoTime(value) : value];
  });
  return Object.fromEntries(fields);
}

/** Returns the fields that are not undefined: those that a request changes. */
export function definedFields<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
