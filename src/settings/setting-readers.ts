export type Environment = Readonly<Record<string, string | undefined>>;

export interface Setting<T> {
  readonly help: string;
  readonly fallback: string;
  /** Throws an `Error` whose message completes "must be …". Few settings need `environment`. */
  readonly read: (text: string, environment?: Environment) => T;
}

export function text(help: string, fallback = ""): Setting<string> {
  return { help, fallback, read: (value) => value };
}

/** Creates a setting of a whole number; bounds are inclusive. */
export function integer(help: string, fallback: number, min: number, max: number): Setting<number> {
  const read = (value: string) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };
  return { help, fallback: String(fallback), read };
}

export function oneOf<const T extends string>(help: string, values: readonly T[], fallback: T): Setting<T> {
  const read = (value: string) => {
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`one of ${values.filter((word) => word !== "").join(", ")}`);
    return found;
  };
  return { help, fallback, read };
}

/** Creates a setting of an address with one of these protocols, such as `https:`, or an empty text. */
export function url(help: string, protocols: readonly string[]): Setting<string> {
  const read = (value: string) => {
    if (value === "") return "";
    const protocol = URL.canParse(value) ? new URL(value).protocol : "";
    if (!protocols.includes(protocol)) throw new Error(`an address that begins with ${protocols.join("// or ")}//`);
    return value;
  };
  return { help, fallback: "", read };
}

/** Creates a setting of an address that may have several hosts, which `URL` cannot parse. */
export function mongoUrl(help: string): Setting<string> {
  const read = (value: string) => {
    if (value === "" || /^mongodb(\+srv)?:\/\/[^\s/]/.test(value)) return value;
    throw new Error("an address that begins with mongodb:// or mongodb+srv://");
  };
  return { help, fallback: "", read };
}

/** Creates a setting of a name that SQL accepts without quotes, perhaps after a database's name. */
export function sqlName(help: string, fallback: string): Setting<string> {
  const read = (value: string) => {
    if (/^([A-Za-z_]\w*\.)?[A-Za-z_]\w*$/.test(value)) return value;
    throw new Error("a name of letters, digits and _");
  };
  return { help, fallback, read };
}

export function bool(help: string, fallback: boolean): Setting<boolean> {
  const word = oneOf(help, ["true", "false"], fallback ? "true" : "false");
  return { ...word, read: (value) => word.read(value) === "true" };
}

/** Creates a setting of true, false or empty (null), for which another setting decides. */
export function optionalBool(help: string): Setting<boolean | null> {
  const word = oneOf(help, ["", "true", "false"], "");
  return { ...word, read: (value) => (word.read(value) === "" ? null : value === "true") };
}
