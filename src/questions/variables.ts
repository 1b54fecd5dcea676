import type { Schemas } from "../../generated/openapi.ts";
import { invalidInput, invalidValue, problem } from "../lib/problem.ts";
import { type PlainQuestion, plainQuestion, type Question } from "./kinds/plan-question.ts";

type Value = Schemas["QueryValue"];
export type Variable = Schemas["InsightVariable"];
export type VariableValues = Readonly<Record<string, Value>>;

const PLACEHOLDER = /\{\s*variables\.([A-Za-z_]\w*)\s*\}/g;
const DATE = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/;
const TYPES: Readonly<Record<Variable["type"], { readonly is: (value: Value) => boolean; readonly name: string }>> = {
  String: { is: (value) => typeof value === "string", name: "a text" },
  Number: { is: (value) => typeof value === "number", name: "a number" },
  Boolean: { is: (value) => typeof value === "boolean", name: "true or false" },
  Date: {
    is: (value) => typeof value === "string" && DATE.test(value) && !Number.isNaN(Date.parse(value)),
    name: "a date or a time in ISO 8601",
  },
  List: { is: (value) => Array.isArray(value), name: "a list of texts" },
};

/** Throws `invalid_input`, or `unique` for a name that occurs twice, with the field. */
export function checkVariables(asked: Question, variables: readonly Variable[]): void {
  const question = plainQuestion(asked);
  if (question.kind !== "HogQLQuery") {
    if (variables.length === 0) return;
    throw invalidInput("variables", "Only a question in SQL has variables.");
  }
  const names = new Set<string>();
  for (const [index, variable] of variables.entries()) {
    if (names.has(variable.name)) throw problem("unique", { attr: `variables__${index}__name` });
    names.add(variable.name);
    const value = variable.default ?? null;
    if (value !== null) requireType(variable, value, `variables__${index}__default`);
  }
  for (const [, name = ""] of question.query.matchAll(PLACEHOLDER)) {
    if (names.has(name)) continue;
    const attr = question.kind === asked.kind ? "query__query" : "query__source__query";
    throw invalidInput(attr, `The query uses {variables.${name}}, which variables do not have.`);
  }
}

/** Binds sent or default values as parameters, never as SQL. Throws `required` or `invalid_input` with the name. */
export function bindVariables(asked: Question, variables: readonly Variable[], sent: VariableValues): PlainQuestion {
  const question = plainQuestion(asked);
  const unknown = Object.keys(sent).find((name) => !variables.some((variable) => variable.name === name));
  if (unknown !== undefined) throw invalidValue(`variables__${unknown}`, "is no variable of this question.");
  if (question.kind !== "HogQLQuery") return question;
  const bound = variables.map((variable): [string, Value] => {
    const attr = `variables__${variable.name}`;
    const value = (Object.hasOwn(sent, variable.name) ? sent[variable.name] : null) ?? variable.default ?? null;
    if (value === null) throw problem("required", { attr });
    requireType(variable, value, attr);
    return [variable.name, value];
  });
  return { ...question, values: { ...question.values, ...Object.fromEntries(bound) } };
}

function requireType({ type }: Variable, value: Value, attr: string): void {
  const { is, name } = TYPES[type];
  if (!is(value)) throw invalidValue(attr, `is not ${name}.`);
}
