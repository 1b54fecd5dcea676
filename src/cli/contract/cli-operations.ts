import { readFileSync } from "node:fs";
import { type ContractDocument, type Part, resolvePart } from "../../http/contract/document.ts";
import type { OperationId } from "../../http/contract/operation-types.ts";
import { type ContractOperation, OPERATIONS } from "../../http/contract/routes.ts";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { nameCommand } from "./command-names.ts";

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

let operations: readonly CliOperation[] | undefined;

export function cliOperations(): readonly CliOperation[] {
  operations ??= readOperations(JSON.parse(readFileSync(COMPLETE_JSON, "utf8")));
  return operations;
}

export function cliOperation(id: OperationId): CliOperation {
  const found = cliOperations().find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no private operation ${id}.`);
  return found;
}

function readOperations(document: ContractDocument): CliOperation[] {
  const resolve = (part?: Part) => resolvePart(part, document);
  const toField = (where: Field["in"], name: string, described: Part | undefined, text?: string): Field => {
    const { description = "", type = [], enum: choices = [], items } = resolve(described);
    return {
      ...{ name, in: where, description: text ?? description, types: [type].flat() },
      ...{ choices: choices.map(String), itemTypes: [resolve(items).type ?? []].flat() },
    };
  };
  const read = (contract: ContractOperation): CliOperation => {
    const path = document.paths[contract.path] ?? {};
    const { summary = "", description = summary, responses = {}, ...own } = path[contract.method.toLowerCase()] ?? {};
    const body = resolve(resolve(own.requestBody).content?.["application/json"]?.schema);
    const success = Object.keys(responses).find((status) => status.startsWith("2")) ?? "";
    return {
      ...{ id: contract.handlerId, contract, ...nameCommand(contract), summary, description },
      fields: [
        ...[...(own.parameters ?? []), ...(path.parameters ?? [])].map(resolve).flatMap((parameter) => {
          const { name = "", in: where, schema, description } = parameter;
          return where === "path" || where === "query" ? [toField(where, name, schema, description)] : [];
        }),
        ...Object.entries(body.properties ?? {}).map(([name, schema]) => toField("body", name, schema)),
      ],
      hasBody: contract.hasBody,
      types: Object.keys(resolve(responses[success]).content ?? {}),
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

export function streamType({ types }: CliOperation): string | undefined {
  return types.find((type) => type !== "application/json");
}
