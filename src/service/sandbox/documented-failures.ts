import { readFile } from "node:fs/promises";
import type { Schemas } from "../../../generated/sandbox.ts";
import {
  type ContractDocument,
  operationsOf,
  type Part,
  type Parts,
  resolvePart,
} from "../../http/contract/document.ts";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { invalidInput } from "../../lib/problem.ts";

export interface DocumentedError {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: number | null;
}

export type DocumentedResponses = ReturnType<typeof documentedResponses>;

export async function loadDocumented(): Promise<DocumentedResponses> {
  return documentedResponses(JSON.parse(await readFile(COMPLETE_JSON, "utf8")));
}

type AttrOf = (part: string) => string;

function documentedResponses(document: ContractDocument) {
  const all = operationsOf(document);
  const operations = new Map(all.map((operation) => [operation.operationId, operation]));
  const resolve = (part: Part) => resolvePart(part, document);
  const responseOf = (id: string, code: number): Part | null => {
    const response = operations.get(id)?.responses?.[String(code)];
    return response === undefined ? null : resolve(response);
  };
  const examplesOf = (id: string, code: number): Parts | null => {
    const response = responseOf(id, code);
    return response && (response.content?.["application/json"]?.examples ?? {});
  };
  const hasBody = ({ responses = {} }: Part) =>
    Object.entries(responses).some(([status, response]) => {
      return status < "300" && Object.keys(resolve(response).content ?? {}).length > 0;
    });
  const has = (id: string, { code, example }: Failure): boolean => {
    if (code === undefined) return true;
    const examples = examplesOf(id, code);
    return examples !== null && (example === undefined || example in examples);
  };

  /** Throws `invalid_input` for a failure that the operation does not document. `attrOf` names the part at fault. */
  const check = (id: string, failure: Failure, attrOf: AttrOf): void => {
    const refuse = (part: string, detail: string) => invalidInput(attrOf(part), detail);
    const operation = operations.get(id);
    if (!operation) throw refuse("operation", `The contract has no operation ${id}.`);
    const { code, example, drip, garble } = failure;
    if (code === undefined) {
      if (example !== undefined) throw refuse("example", "example needs a code.");
      if ((drip !== undefined || garble) && !hasBody(operation)) {
        throw refuse(garble ? "garble" : "drip", `The responses of ${id} have no body.`);
      }
      return;
    }
    const examples = code < 400 ? null : examplesOf(id, code);
    if (examples === null) {
      const codes = Object.keys(operation.responses ?? {}).filter((status) => status >= "400");
      throw refuse("code", `${id} has no error ${code}. It has ${codes.join(", ") || "none"}.`);
    }
    if (example !== undefined && !(example in examples)) {
      const names = Object.keys(examples).join(", ");
      throw refuse("example", `The response ${code} of ${id} has no example ${example}. It has ${names}.`);
    }
  };
  return {
    has,
    check,

    /** Throws `invalid_input` for a failure that no operation documents. */
    checkAny(failure: Failure, attrOf: AttrOf): void {
      const { operation, code = 0, example } = failure;
      if (operation !== undefined) {
        check(operation, failure, attrOf);
        return;
      }
      if (code === 0 && example !== undefined) throw invalidInput(attrOf("example"), "example needs a code.");
      if (code === 0 || all.some(({ operationId: id }) => id !== undefined && has(id, failure))) return;
      const what = example === undefined ? `error ${code}` : `error ${code} with the example ${example}`;
      throw invalidInput(attrOf("code"), `No operation has the ${what}.`);
    },

    /** Returns the error of a failure that has passed `check`. */
    find(id: string, code: number, { example, retry_after }: Failure): DocumentedError {
      const examples = Object.entries(examplesOf(id, code) ?? {});
      const [, found] = examples.find(([name]) => name === example) ?? examples[0] ?? [];
      const header = responseOf(id, code)?.headers?.["Retry-After"];
      const documented = header === undefined ? null : Number(resolve(header).example);
      return {
        status: code,
        body: found === undefined ? null : resolve(found).value,
        retryAfter: documented === null ? null : (retry_after ?? documented),
      };
    },
  };
}

export type Failure = Schemas["Failure"];

export type ArmedFailures = ReturnType<typeof armFailures>;

/** Keeps the failures that are still to come, in the order in which they are tried. */
export function armFailures() {
  let failures: Failure[] = [];
  return {
    list: (): readonly Failure[] => failures,
    add(failure: Failure): void {
      failures.push({ ...failure });
    },
    clear(): void {
      failures = [];
    },
    take(operation: string, applies: (failure: Failure) => boolean): Failure | null {
      const isMeant = (failure: Failure) => failure.operation === undefined || failure.operation === operation;
      const found = failures.find((failure) => isMeant(failure) && applies(failure));
      if (found === undefined) return null;
      if (found.times !== undefined) {
        found.times -= 1;
        if (found.times === 0) failures = failures.filter((failure) => failure !== found);
      }
      return found;
    },
  };
}
