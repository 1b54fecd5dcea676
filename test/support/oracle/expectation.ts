import type { components } from "../../../generated/openapi.ts";
import type { EventQuestion } from "../../../src/questions/kinds/plan-question.ts";

type Schemas = components["schemas"];

/** A question, what an oracle answers, and what of an answer is compared with it. */
export interface Expectation {
  readonly question: EventQuestion;
  readonly expected: unknown;
  readonly shown: (results: unknown) => unknown;
}

export type Rows = readonly (readonly unknown[])[];

/** Shows the `data` of each series. */
export const dataOf = (results: unknown) => (results as readonly { readonly data: unknown }[]).map(({ data }) => data);

export const same = (results: unknown) => results;

/** Returns the question who is behind a number, and these persons. */
export function actors(source: Schemas["ActorsQuery"]["source"], ids: readonly string[]): Expectation {
  const question = { kind: "ActorsQuery" as const, select: ["id" as const], source, limit: 1000 };
  const shown = (results: unknown) => (results as Rows).flat().toSorted();
  return { question, expected: [...new Set(ids)].toSorted(), shown };
}

/** Returns null without values. */
export function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
