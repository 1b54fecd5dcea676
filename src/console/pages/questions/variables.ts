import type { Schemas } from "../../api/operations.ts";
import type { Question } from "./question.ts";

export type Variable = Schemas["InsightVariable"];
export type VariableTexts = Readonly<Record<string, string>>;

export function defaultTexts(variables: readonly Variable[]): VariableTexts {
  const textOf = (value: Variable["default"]) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
  return Object.fromEntries(variables.map((variable) => [variable.name, textOf(variable.default)]));
}

export function bindTexts(question: Question, variables: readonly Variable[], texts: VariableTexts): Question | null {
  if (question.kind !== "HogQLQuery" || variables.length === 0) return question;
  const values = variables.map(({ name, type }) => [name, readValue(type, texts[name] ?? "")] as const);
  if (values.some(([, value]) => value === null)) return null;
  return { ...question, values: { ...question.values, ...Object.fromEntries(values) } };
}

function readValue(type: Variable["type"], text: string) {
  if (type === "List") return text.split(",").flatMap((item) => item.trim() || []);
  if (text === "") return null;
  if (type === "Number") return Number.isFinite(Number(text)) ? Number(text) : null;
  return type === "Boolean" ? text === "true" : text;
}
