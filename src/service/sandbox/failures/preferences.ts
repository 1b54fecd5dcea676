import { problem } from "../../../lib/problem.ts";
import type { Failure } from "./armed-failures.ts";

/** Failures that any `Prefer` header may ask for. */
type Preferred = Omit<Failure, "operation" | "times">;
type Reader = (value: string | undefined, refuse: (detail: string) => Error) => Preferred;

const number = (name: "code" | "retry_after" | "delay" | "drip", max: number, isWhole: boolean): Reader => {
  const shape = isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/;
  return (value = "", refuse) => {
    if (shape.test(value) && Number(value) <= max) return { [name]: Number(value) };
    throw refuse(`must be ${isWhole ? "a whole number" : "seconds"} up to ${max}`);
  };
};
const flag = (name: "cut" | "garble"): Reader => {
  return (value, refuse) => {
    if (value === undefined || value === "true") return { [name]: true };
    throw refuse("has no value");
  };
};

const READERS: Readonly<Record<string, Reader>> = {
  code: number("code", 599, true),
  example: (value, refuse) => {
    if (value) return { example: value };
    throw refuse("needs the name of an example");
  },
  "retry-after": number("retry_after", 3600, true),
  delay: number("delay", 60, false),
  drip: number("drip", 60, false),
  cut: flag("cut"),
  garble: flag("garble"),
};

/** Reads a header `Prefer`; the caller knows `others` itself. Throws `invalid_input` for unknown or wrong ones. */
export function readPreferences(header: string, others: readonly string[] = []): Preferred {
  const failure: Preferred = {};
  for (const preference of header.split(",")) {
    const [, name = "", value] = /^\s*([^=;\s]*)\s*(?:=\s*"?([^";]*?)"?\s*)?(?:;.*)?$/.exec(preference) ?? [];
    const refuse = (detail: string) => problem("invalid_input", { attr: "Prefer", detail });
    const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (reader)
      Object.assign(
        failure,
        reader(value, (reason) => refuse(`The preference ${name} ${reason}.`)),
      );
    else if (!others.includes(name)) {
      const known = [...Object.keys(READERS), ...others].join(", ");
      throw refuse(`The preference ${name || preference.trim() || "without a name"} is unknown. Known are ${known}.`);
    }
  }
  return failure;
}
