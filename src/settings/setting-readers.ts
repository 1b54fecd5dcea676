export const MiB = 1024 * 1024;
export const DAY_SECONDS = 86_400;
export const MAX_RETENTION_SECONDS = 3650 * DAY_SECONDS;
/** Bounds the list of an organization's recent invites, also where `INVITES_PER_HOUR` is 0. */
export const MAX_INVITES_PER_HOUR = 10_000;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Setting<T> {
  readonly help: string;
  readonly fallback: string;
  /** Throws an `Error` whose message completes "must be …". Few settings need `environment`. */
  readonly read: (text: string, environment?: Environment) => T;
}

/** What a setting may be; `says` makes it a setting with its help. */
export interface Kind<T> extends Omit<Setting<T>, "help"> {
  readonly says: (help: string) => Setting<T>;
}

export function kind<T>(fallback: string, read: Setting<T>["read"]): Kind<T> {
  return { fallback, read, says: (help) => ({ help, fallback, read }) };
}

export function text(fallback = ""): Kind<string> {
  return kind(fallback, (value) => value);
}

export function integer(fallback: number, min: number, max: number): Kind<number> {
  return kind(String(fallback), (value) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  });
}

export function oneOf<const T extends string>(values: readonly T[], fallback: T): Kind<T> {
  return kind(fallback, (value) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`one of ${values.filter((word) => word !== "").join(", ")}`);
    return found;
  });
}

/** Returns the kind of an address with one of these protocols, such as `https:`, or an empty text. */
export function url(protocols: readonly string[]): Kind<string> {
  return kind("", (value) => {
    if (value === "") return "";
    const protocol = URL.canParse(value) ? new URL(value).protocol : "";
    if (!protocols.includes(protocol)) throw new Error(`an address that begins with ${protocols.join("// or ")}//`);
    return value;
  });
}

/** Returns the kind of an address that may have several hosts, which `URL` cannot parse. */
export function mongoUrl(): Kind<string> {
  return kind("", (value) => {
    if (value === "" || /^mongodb(\+srv)?:\/\/[^\s/]/.test(value)) return value;
    throw new Error("an address that begins with mongodb:// or mongodb+srv://");
  });
}

/** Returns the kind of a name that SQL accepts without quotes, perhaps after a database's name. */
export function sqlName(fallback: string): Kind<string> {
  return kind(fallback, (value) => {
    if (/^([A-Za-z_]\w*\.)?[A-Za-z_]\w*$/.test(value)) return value;
    throw new Error("a name of letters, digits and _");
  });
}

export function bool(fallback: boolean): Kind<boolean> {
  const { read } = oneOf(["true", "false"], "true");
  return kind(String(fallback), (value) => read(value) === "true");
}

/** Returns the kind of true, false or empty (null), for which another setting decides. */
export function optionalBool(): Kind<boolean | null> {
  const { read } = oneOf(["", "true", "false"], "");
  return kind("", (value) => (read(value) === "" ? null : value === "true"));
}
