/** A part of the contract's document: an operation, a parameter, a response, a schema or an example. */
export interface Part {
  readonly $ref?: string;
  readonly operationId?: string;
  readonly name?: string;
  readonly in?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Part[];
  readonly requestBody?: Part;
  readonly responses?: Parts;
  readonly headers?: Parts;
  readonly content?: Parts;
  readonly schema?: Part;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Part;
  readonly properties?: Parts;
  readonly examples?: Parts;
  readonly example?: unknown;
  readonly value?: unknown;
}

export type Parts = Readonly<Record<string, Part>>;

export interface ContractDocument {
  /** By path: the operation of each method, and parameters of all. */
  readonly paths: Readonly<Record<string, Parts & Pick<Part, "parameters">>>;
  readonly components: Readonly<Record<string, Parts>>;
}

export function operationsOf({ paths }: ContractDocument) {
  return Object.entries(paths).flatMap(([path, { parameters: _, ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, ...operation })),
  );
}

/** Returns the part that a reference names, with the reference's own description. */
export function resolvePart(part: Part = {}, document: ContractDocument): Part {
  if (part.$ref === undefined) return part;
  const steps = part.$ref.split("/").slice(1);
  const found = steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], document);
  return { ...resolvePart(found as Part, document), ...("description" in part && { description: part.description }) };
}
