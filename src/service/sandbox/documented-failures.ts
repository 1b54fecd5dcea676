import { readFile } from "node:fs/promises";
import type { Schemas } from "../../../generated/sandbox.ts";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { problem } from "../../lib/problem.ts";

interface Reference {
  readonly $ref: string;
}

interface MediaType {
  readonly examples?: Readonly<Record<string, Reference | { readonly value: unknown }>>;
}

interface Response {
  readonly headers?: Readonly<Record<string, Reference | { readonly example?: unknown }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface Operation {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Reference | Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface DocumentedError {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: number | null;
}

export class DocumentedResponses {
  readonly #document: Document;
  readonly #operations = new Map<string, Operation>();

  constructor(json: string) {
    this.#document = JSON.parse(json);
    for (const path of Object.values(this.#document.paths)) {
      for (const operation of Object.values(path)) {
        if (operation.operationId !== undefined) this.#operations.set(operation.operationId, operation);
      }
    }
  }

  static async load(): Promise<DocumentedResponses> {
    return new DocumentedResponses(await readFile(COMPLETE_JSON, "utf8"));
  }

  has(id: string, { code, example }: Failure): boolean {
    if (code === undefined) return true;
    const examples = this.#examples(id, code);
    return examples !== null && (example === undefined || example in examples);
  }

  /** Throws `invalid_input` for a failure that the operation does not document. `attrOf` names the part at fault. */
  check(id: string, failure: Failure, attrOf: (part: string) => string): void {
    const refuse = (part: string, detail: string) => problem("invalid_input", { attr: attrOf(part), detail });
    const operation = this.#operations.get(id);
    if (!operation) throw refuse("operation", `The contract has no operation ${id}.`);
    const { code, example, drip, garble } = failure;
    if (code === undefined) {
      if (example !== undefined) throw refuse("example", "example needs a code.");
      if ((drip !== undefined || garble) && !this.#hasBody(operation)) {
        throw refuse(garble ? "garble" : "drip", `The responses of ${id} have no body.`);
      }
      return;
    }
    const examples = code < 400 ? null : this.#examples(id, code);
    if (examples === null) {
      const codes = Object.keys(operation.responses).filter((status) => status >= "400");
      throw refuse("code", `${id} has no error ${code}. It has ${codes.join(", ") || "none"}.`);
    }
    if (example !== undefined && !(example in examples)) {
      const names = Object.keys(examples).join(", ");
      throw refuse("example", `The response ${code} of ${id} has no example ${example}. It has ${names}.`);
    }
  }

  /** Throws `invalid_input` for a failure that no operation documents. */
  checkAny(failure: Failure, attrOf: (part: string) => string): void {
    if (failure.operation !== undefined) {
      this.check(failure.operation, failure, attrOf);
      return;
    }
    const { code = 0, example } = failure;
    if (code === 0 && example !== undefined) {
      throw problem("invalid_input", { attr: attrOf("example"), detail: "example needs a code." });
    }
    if (code === 0 || [...this.#operations.keys()].some((id) => this.has(id, failure))) return;
    const what = example === undefined ? `error ${code}` : `error ${code} with the example ${example}`;
    throw problem("invalid_input", { attr: attrOf("code"), detail: `No operation has the ${what}.` });
  }

  /** Returns the error of a failure that has passed `check`. */
  find(id: string, code: number, { example, retry_after }: Failure): DocumentedError {
    const response = this.#response(id, code);
    const examples = Object.entries(this.#examples(id, code) ?? {});
    const [, found] = examples.find(([name]) => name === example) ?? examples[0] ?? [];
    const header = response?.headers?.["Retry-After"];
    const documented = header === undefined ? null : Number(this.#resolve(header).example);
    return {
      status: code,
      body: found === undefined ? null : this.#resolve(found).value,
      retryAfter: documented === null ? null : (retry_after ?? documented),
    };
  }

  #examples(id: string, code: number): NonNullable<MediaType["examples"]> | null {
    const response = this.#response(id, code);
    return response === null ? null : (response.content?.["application/json"]?.examples ?? {});
  }

  #response(id: string, code: number): Response | null {
    const response = this.#operations.get(id)?.responses[String(code)];
    return response === undefined ? null : this.#resolve(response);
  }

  #hasBody({ responses }: Operation): boolean {
    return Object.entries(responses).some(([status, response]) => {
      return status < "300" && Object.keys(this.#resolve(response).content ?? {}).length > 0;
    });
  }

  #resolve<T extends object>(value: T | Reference): T {
    if (!("$ref" in value)) return value;
    const names = value.$ref.split("/").slice(1);
    return names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], this.#document) as T;
  }
}

export type Failure = Schemas["Failure"];

/** The failures that are still to come, in the order in which they are tried. */
export class ArmedFailures {
  #failures: Failure[] = [];

  add(failure: Failure): void {
    this.#failures.push({ ...failure });
  }

  list(): readonly Failure[] {
    return this.#failures;
  }

  clear(): void {
    this.#failures = [];
  }

  take(operation: string, applies: (failure: Failure) => boolean): Failure | null {
    const found = this.#failures.find((failure) => {
      return (failure.operation === undefined || failure.operation === operation) && applies(failure);
    });
    if (found === undefined) return null;
    if (found.times !== undefined) {
      found.times -= 1;
      if (found.times === 0) this.#failures = this.#failures.filter((failure) => failure !== found);
    }
    return found;
  }
}
