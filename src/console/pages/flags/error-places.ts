import type { ApiError } from "../../api/errors.ts";
import type { FlagFields } from "./flags.ts";

export const conditionAttr = (index: number) => `filters__groups__${index}`;
export const propertyAttr = (condition: number, index: number) => `${conditionAttr(condition)}__properties__${index}`;
export const variantAttr = (index: number) => `filters__multivariate__variants__${index}`;

/** Returns the fields, as the service names them, beside which the form shows an error. */
export function shownAttrs({ filters }: FlagFields): Set<string> {
  const conditions = filters.groups.flatMap(({ properties }, index) => [
    ...["rollout_percentage", "variant"].map((name) => `${conditionAttr(index)}__${name}`),
    ...(properties ?? []).flatMap((_, at) => {
      return ["key", "operator", "value"].map((name) => `${propertyAttr(index, at)}__${name}`);
    }),
  ]);
  const variants = (filters.multivariate?.variants ?? []).flatMap((_, index) => {
    return ["key", "rollout_percentage"].map((name) => `${variantAttr(index)}__${name}`);
  });
  const lists = ["filters__groups", "filters__multivariate__variants", "filters__aggregation_group_type"];
  return new Set(["key", "name", ...lists, ...conditions, ...variants]);
}

/** Returns what the service says about a field, without the field's path. */
export function errorAt(error: ApiError | undefined, attr: string): string | undefined {
  if (error === undefined || error.attr !== attr) return undefined;
  const text = error.message.replace(/^filters\S*\s/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
