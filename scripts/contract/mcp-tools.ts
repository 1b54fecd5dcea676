type Json = { readonly [key: string]: unknown };

interface Operation extends Json {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
  readonly "x-mcp"?: { readonly name?: string; readonly hint?: string };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Where an argument of a tool goes in the request of its operation. */
type Target = "path" | "query" | "body";

/** A tool of the Model Context Protocol, with the operation that it calls. */
export interface McpTool {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, Target>>;
  readonly tool: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: Json;
    readonly outputSchema: Json;
    readonly annotations: Json;
  };
}

const SCHEMA_REF = "#/components/schemas/";
/** What agents need not read, or what JSON Schema does not know. */
const DROPPED = ["discriminator", "example", "examples", "deprecated"];
/** Limits of what agents send, which nobody needs of what they get. */
const LIMITS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "format"];
const PROJECT = { description: "A project; the oldest by default.", type: "string" };
/** The operation whose tool says what a question may be. */
const ASKING = "query_create";
const QUESTION = { description: "A question, as `query` of ask_question.", type: "object" };
const TARGETS: readonly unknown[] = ["path", "query"];

/** Returns the tools that agents call: the operations that the document marks with `x-mcp`. */
export function mcpTools(document: Document): McpTool[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) => {
      return operation["x-mcp"] ? [toolOf(method, operation, item.parameters as unknown as Json[], document)] : [];
    }),
  );
}

function toolOf(method: string, operation: Operation, shared: readonly Json[] = [], document: Document): McpTool {
  const { operationId, summary, description = summary, responses } = operation;
  const { name = operationId, hint = "" } = operation["x-mcp"] ?? {};
  const input = new SchemaCollector(document, true, operationId === ASKING);
  const body = resolve(schemaOf(resolve(operation.requestBody, document)), document);
  const members = Object.entries((body.properties ?? {}) as Record<string, Json>).filter(
    ([, member]) => !isIgnored(member),
  );
  const parameters = [...shared, ...(operation.parameters ?? [])]
    .map((parameter) => resolve(parameter, document))
    .filter((parameter) => TARGETS.includes(parameter.in));
  const properties = [
    ...parameters.map((parameter) => [String(parameter.name), parameterSchema(parameter, input)] as const),
    ...members.map(([member, schema]) => [member, input.copy(schema)] as const),
  ];
  const targets = [
    ...parameters.map((parameter) => [String(parameter.name), parameter.in as Target] as const),
    ...members.map(([member]) => [member, "body" as const] as const),
  ];
  if (new Map(targets).size < targets.length) throw new Error(`${operationId}: two arguments have one name.`);
  const required = [
    ...parameters.filter((parameter) => parameter.required && parameter.name !== "project_id").map(({ name }) => name),
    ...((body.required ?? []) as string[]),
  ];
  const isRead = !("403" in responses);
  return {
    operation: operationId,
    arguments: Object.fromEntries(targets),
    tool: {
      name,
      title: summary,
      description: oneLine([description, hint].filter(Boolean).join("\n\n")),
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(properties),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
        ...input.definitions(),
      },
      outputSchema: outputSchema(responses, document),
      annotations: {
        readOnlyHint: isRead,
        ...(!isRead && { destructiveHint: method !== "post" }),
        openWorldHint: false,
      },
    },
  };
}

function parameterSchema({ name, description, schema }: Json, input: SchemaCollector): Json {
  if (name === "project_id") return PROJECT;
  return {
    ...(typeof description === "string" && { description: oneLine(description) }),
    ...input.copy(schema as Json),
  };
}

function outputSchema(responses: Operation["responses"], document: Document): Json {
  const output = new SchemaCollector(document, false);
  const success = Object.keys(responses).find((status) => status.startsWith("2")) ?? "";
  const schema = schemaOf(resolve(responses[success], document));
  const text = { type: "string" };
  const texts = { type: "array", items: text };
  return {
    type: "object",
    properties: { notice: text, cut: texts, hints: texts, ...(schema && { answer: output.copy(schema) }) },
    required: ["notice", ...(schema ? ["answer"] : [])],
    ...output.definitions(),
  };
}

function schemaOf({ content }: Json): Json | undefined {
  return (content as Record<string, Json> | undefined)?.["application/json"]?.schema as Json | undefined;
}

function resolve(part: Json | undefined, document: Document): Json {
  if (typeof part?.$ref !== "string") return part ?? {};
  const [group = "", name = ""] = part.$ref.slice("#/components/".length).split("/");
  return resolve(document.components[group]?.[name], document);
}

function isIgnored({ description = "" }: Json): boolean {
  return String(description).startsWith("Ignored");
}

/** Copies schemas, and what they refer to into `$defs`. */
class SchemaCollector {
  readonly #document: Document;
  readonly #isDescribed: boolean;
  /** Whether a question has the fields of its kind. */
  readonly #hasQuestions: boolean;
  readonly #definitions = new Map<string, unknown>();

  constructor(document: Document, isDescribed: boolean, hasQuestions = false) {
    this.#document = document;
    this.#isDescribed = isDescribed;
    this.#hasQuestions = hasQuestions;
  }

  copy(schema: Json): Json {
    return this.#copy(schema) as Json;
  }

  definitions(): { readonly $defs?: Json } {
    return this.#definitions.size === 0 ? {} : { $defs: Object.fromEntries([...this.#definitions].toSorted()) };
  }

  #copy(node: unknown): unknown {
    if (Array.isArray(node)) return node.map((item) => this.#copy(item));
    if (typeof node !== "object" || node === null) return node;
    const entries = Object.entries(node).flatMap(([key, value]) => {
      if (!this.#isDescribed && LIMITS.includes(key)) return [];
      if (DROPPED.includes(key) || key.startsWith("x-") || value === "idn-email") return [];
      if (key === "description") return this.#isDescribed ? [[key, oneLine(String(value))]] : [];
      if (key === "$ref") return [[key, this.#define(String(value))]];
      if (key === "properties") return [[key, this.#copyProperties(value as Record<string, Json>)]];
      return [[key, this.#copy(value)]];
    });
    return Object.fromEntries(entries);
  }

  /** Leaves out what is ignored: agents would send it. */
  #copyProperties(properties: Readonly<Record<string, Json>>): Json {
    const members = Object.entries(properties).filter(([, schema]) => {
      return !this.#isDescribed || !isIgnored(resolve(schema, this.#document));
    });
    return Object.fromEntries(members.map(([name, schema]) => [name, this.#copy(schema)]));
  }

  #define(reference: string): string {
    const name = reference.slice(SCHEMA_REF.length);
    const schema = this.#document.components.schemas?.[name];
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, null);
      const isQuestion = !this.#hasQuestions && name === "Query";
      const isAnswer = name === "QueryResponse" && schema !== undefined;
      this.#definitions.set(name, isQuestion ? QUESTION : this.#copy(isAnswer ? withShortResults(schema) : schema));
    }
    return `#/$defs/${name}`;
  }
}

/** Leaves out what results are: those of all kinds of questions would be an eighth of the list. */
function withShortResults(schema: Json): Json {
  return { ...schema, properties: { ...(schema.properties as Json), results: { type: ["array", "object"] } } };
}

/** Joins the lines of paragraphs. */
function oneLine(markdown: string): string {
  return markdown.trim().replaceAll(/(?<!\n)\n(?=[^\n\s|*-])/g, " ");
}
