import { readFile } from "node:fs/promises";
import { COMPLETE_JSON } from "../../../http/contract/documents.ts";

interface Document {
  readonly paths: Readonly<Record<string, { readonly post: { readonly requestBody: { readonly content: Content } } }>>;
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly parameters: Readonly<Record<string, { readonly example: string }>>;
  };
}

interface Content {
  readonly "application/json": { readonly examples: Readonly<Record<string, unknown>> };
}

/** The examples of the contract. `npm run contract:lint` checks that they fit their schemas. */
export class Examples {
  readonly #document: Document;

  private constructor(document: Document) {
    this.#document = document;
  }

  static async load(): Promise<Examples> {
    return new Examples(JSON.parse(await readFile(COMPLETE_JSON, "utf8")));
  }

  /** Returns the example with this name, which must fit `T`. Throws if it is absent. */
  get<T>(name: string): T {
    const example = this.#document.components.examples[name];
    if (example === undefined) throw new Error(`The contract has no example ${name}.`);
    return example.value as T;
  }

  bodies(path: string): object[] {
    const examples = this.#document.paths[path]?.post.requestBody.content["application/json"].examples ?? {};
    return Object.keys(examples).map((name) => this.get(name));
  }

  parameter(name: string): string {
    const parameter = this.#document.components.parameters[name];
    if (parameter === undefined) throw new Error(`The contract has no parameter ${name}.`);
    return parameter.example;
  }
}
