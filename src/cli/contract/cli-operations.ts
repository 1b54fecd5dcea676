import { readFileSync } from "node:fs";
import { COMPLETE_JSON } from "../../http/contract/documents.ts";
import type { OperationId } from "../../http/contract/operation-types.ts";
import { type ContractOperation, OPERATIONS } from "../../http/contract/routes.ts";
import { nameCommand } from "./command-names.ts";

/** The parts of a schema that options depend on. */
export interface FieldSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly description?: string;
}

/** A value that a command takes: a parameter of the path or the query, or a member of the body. */
export interface Field {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly description: string;
  readonly types: readonly string[];
  readonly choices: readonly string[];
  readonly itemTypes: readonly string[];
}

/** A private operation of the contract as a command. */
export interface CliOperation {
  readonly id: OperationId;
  readonly contract: ContractOperation;
  readonly resource: string;
  readonly verb: string;
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly Field[];
  readonly hasBody: boolean;
  /** Media types of its response; none if that is empty. */
  readonly types: readonly string[];
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema?: FieldSchema;
}

interface Content {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: FieldSchema }>>;
}

interface DocumentedOperation {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

let operations: readonly CliOperation[] | undefined;

/** Returns the private operations of the bundled contract. */
export function cliOperations(): readonly CliOperation[] {
  operations ??= readOperations(JSON.parse(readFileSync(COMPLETE_JSON, "utf8")));
  return operations;
}

/** Throws if the contract lacks the operation. */
export function cliOperation(id: OperationId): CliOperation {
  const found = cliOperations().find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no private operation ${id}.`);
  return found;
}

function readOperations(document: { readonly paths: Record<string, Record<string, unknown>> }): CliOperation[] {
  const resolve = <T extends { readonly $ref?: string }>(part: T): T => {
    if (part.$ref === undefined) return part;
    const steps = part.$ref.slice("#/".length).split("/");
    const found = steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document);
    return { ...resolve(found as T), ...("description" in part && { description: part.description }) };
  };
  const toField = (where: Field["in"], name: string, described: FieldSchema, description?: string): Field => {
    const schema = resolve(described);
    const text = description ?? schema.description ?? "";
    return {
      ...{ name, in: where, description: text },
      types: schema.type === undefined ? [] : [schema.type].flat(),
      choices: (schema.enum ?? []).map(String),
      itemTypes: [schema.items === undefined ? [] : (resolve(schema.items).type ?? [])].flat(),
    };
  };
  const read = (contract: ContractOperation): CliOperation => {
    const item = document.paths[contract.path] ?? {};
    const documented = item[contract.method.toLowerCase()] as DocumentedOperation;
    const shared = (item.parameters ?? []) as readonly Parameter[];
    const parameters = [...(documented.parameters ?? []), ...shared].map(resolve);
    const content = resolve(documented.requestBody ?? {}).content ?? {};
    const body = resolve(content["application/json"]?.schema ?? {});
    const [, response = {}] = Object.entries(documented.responses).find(([status]) => status.startsWith("2")) ?? [];
    const { summary = "", description = summary } = documented;
    return {
      ...{ id: contract.handlerId, contract, ...nameCommand(contract), summary, description },
      fields: [
        ...parameters.flatMap(({ name, in: where, schema = {}, description: text }) =>
          where === "path" || where === "query" ? [toField(where, name, schema, text)] : [],
        ),
        ...Object.entries(body.properties ?? {}).map(([name, schema]) => toField("body", name, schema)),
      ],
      hasBody: contract.hasBody,
      types: Object.keys(resolve(response).content ?? {}),
    };
  };
  return OPERATIONS.filter(({ access, id, handlerId }) => access === "private" && id === handlerId).map(read);
}

/** Returns the first sentence of Markdown, on one line and without its last period. */
export function firstSentence(markdown: string): string {
  const [paragraph = ""] = markdown.trim().split("\n\n");
  const line = paragraph.replaceAll(/\s+/g, " ");
  return (/^.*?[.:](?= [A-Z`]|$)/.exec(line)?.[0] ?? line).replace(/[.:]$/, "");
}

/** Returns the media type of a response that is written as it arrives. */
export function streamType({ types }: CliOperation): string | undefined {
  return types.find((type) => type !== "application/json");
}
