/** Returns what a text says; undefined if it is no JSON. */
export function parseJson(text: string | null, revive?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text ?? "", revive);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const asObject = (value: unknown) => (isObject(value) ? value : {});

/** Takes away members that are null: in what is saved they mean the same as absent ones. */
export function withoutNulls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, member) => member ?? undefined);
}
