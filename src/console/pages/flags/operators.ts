import { optionsOf } from "../../components/options.ts";
import type { Filters, Variant } from "./flags.ts";

export const OWNERS = optionsOf<string>({ person: "Person", group: "Group", flag: "Other flag" });

export const LIST_OPERATORS: ReadonlySet<string> = new Set([
  ...["exact", "is_not", "in", "not_in", "between", "not_between"],
  ...["icontains_multi", "not_icontains_multi"],
]);
const SEPARATOR = /\s*;\s*/;

export function valueToText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueToText).join("; ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}

/** Returns the value of a condition for what was typed: several, with semicolons between, are a list. */
export function textToValue(text: string, operator: string): string | string[] {
  return LIST_OPERATORS.has(operator) && text.includes(";") ? text.split(SEPARATOR) : text;
}

/** Returns the variants with equal shares of two decimals, which sum to 100. */
export function evenShares(variants: readonly Variant[]): Variant[] {
  const share = Math.floor(10_000 / variants.length);
  const rest = 10_000 - share * variants.length;
  return variants.map((variant, index) => ({ ...variant, rollout_percentage: (share + (index < rest ? 1 : 0)) / 100 }));
}

/** Returns the variants with one more: it shares evenly with them unless their shares were chosen. */
export function withVariant(variants: readonly Variant[], key: string): Variant[] {
  const shares = variants.map(({ rollout_percentage: share }) => Number(share));
  const isEven = Math.max(...shares) - Math.min(...shares) < 0.011;
  const all = [...variants, { key, rollout_percentage: 0 }];
  return isEven ? evenShares(all) : all;
}

type Payloads = Filters["payloads"];

export function payloadToText(payload: unknown): string {
  if (payload === undefined) return "";
  return typeof payload === "string" ? payload : JSON.stringify(payload);
}

/** Sets a payload to the typed text: the service keeps JSON text as it is, so that numbers keep all digits. */
export function withPayload(payloads: Payloads, value: string, text: string): Payloads {
  const { [value]: before, ...others } = payloads ?? {};
  if (text.trim() === "") return others;
  return { ...payloads, [value]: text === payloadToText(before) ? before : text };
}
