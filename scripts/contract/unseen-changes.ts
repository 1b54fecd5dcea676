type Node = Readonly<Record<string, unknown>>;

const SCHEMA_REFERENCE = "#/components/schemas/";
/** What makes generators of clients give a schema a type of its own. */
const TYPE_KEYWORDS = ["properties", "enum", "allOf", "anyOf", "oneOf"];
/** Data may look like anything. */
const DATA = new Set(["example", "examples"]);

/**
 * Returns the breaking changes between two bundled documents that redocly does not see or misjudges, one line each:
 * types that get other names in generated clients, alternatives in another order, fields that become read-only or
 * write-only, other patterns of fields, what links pass on, keys that an operation no longer accepts, and a body that
 * it needs and did not have.
 */
export function unseenBreakingChanges(last: Node, next: Node): string[] {
  const compare = (before: unknown, after: unknown, path: string): string[] => {
    if (!isNode(before) || !isNode(after) || lengthOf(before) !== lengthOf(after)) return [];
    // A component is compared where it is defined.
    if (before.$ref !== undefined && before.$ref === after.$ref) return [];
    const [old, current] = [resolve(last, before), resolve(next, after)];
    const changes = [
      ...(hasType(old) || hasType(current) ? changedName(before, after) : []),
      ...changedDirection(old, current),
      ...changedPatterns(old, current),
      ...changedOrder(old, current),
      ...changedLink(old, current),
      ...(isOperation(old) ? refusedKeys(old.security ?? last.security, current.security ?? next.security) : []),
      ...(isOperation(old) && old.requestBody === undefined && isNode(current.requestBody)
        ? neededBody(resolve(next, current.requestBody))
        : []),
    ].map((what) => `${what} (${path.replace(/^paths\//, "")})`);
    if (schemaName(before) !== undefined && schemaName(after) !== undefined) return changes;
    const kept = textsOf(current);
    const keys = Object.keys(old).filter((key) => !DATA.has(key) && !kept.includes(JSON.stringify(old[key])));
    return [...changes, ...keys.flatMap((key) => compare(old[key], current[key], `${path}/${key}`))];
  };
  return ["paths", "components"].flatMap((part) => compare(last[part], next[part], part));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

/** Positions in lists of different lengths have nothing to do with each other. */
function lengthOf(node: Node): number | undefined {
  return Array.isArray(node) ? node.length : undefined;
}

function resolve(document: Node, node: Node): Node {
  if (typeof node.$ref !== "string") return node;
  const target = node.$ref
    .split("/")
    .slice(1)
    .reduce<unknown>((parent, key) => (isNode(parent) ? parent[key] : undefined), document);
  return isNode(target) ? target : node;
}

function hasType(schema: Node): boolean {
  return TYPE_KEYWORDS.some((keyword) => keyword in schema);
}

function schemaName({ $ref }: Node): string | undefined {
  return typeof $ref === "string" && $ref.startsWith(SCHEMA_REFERENCE)
    ? $ref.slice(SCHEMA_REFERENCE.length)
    : undefined;
}

function changedName(before: Node, after: Node): string[] {
  const [old, current] = [schemaName(before), schemaName(after)];
  if (old === current) return [];
  return [
    old === undefined ? `A type got the name ${current}` : `The type ${old} became ${current ?? "one without a name"}`,
  ];
}

function changedDirection(before: Node, after: Node): string[] {
  return ["readOnly", "writeOnly"]
    .filter((flag) => (before[flag] === true) !== (after[flag] === true))
    .map((flag) => `${flag} changed`);
}

function changedPatterns({ patternProperties: before }: Node, { patternProperties: after }: Node): string[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : ["The patterns of fields changed"];
}

/** Clients take the first alternative that fits. */
function changedOrder(before: Node, after: Node): string[] {
  return ["anyOf", "oneOf"]
    .filter((keyword) => {
      const [old, current] = [textsOf(before[keyword]), textsOf(after[keyword])];
      const remaining = old.filter((item) => current.includes(item));
      return remaining.join() !== current.filter((item) => old.includes(item)).join();
    })
    .map((keyword) => `The order of ${keyword} changed`);
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map((item) => JSON.stringify(item)) : [];
}

/** A link has the id of an operation, and no responses as operations have. */
function changedLink(before: Node, after: Node): string[] {
  if (before.operationId === undefined || isOperation(before)) return [];
  const [old, current] = [before, after].map(({ parameters, requestBody }) => ({ ...(parameters ?? {}), requestBody }));
  return Object.entries(old ?? {})
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify((current as Node)[name]))
    .map(([name]) => `The link passes another ${name}`);
}

function isOperation(node: Node): boolean {
  return "responses" in node && "operationId" in node;
}

function neededBody({ required }: Node): string[] {
  return required === true ? ["A body is needed where there was none"] : [];
}

/** An alternative is still accepted if some of its keys are enough; that none is needed is enough for all. */
function refusedKeys(before: unknown, after: unknown): string[] {
  const [old, current] = [keyAlternatives(before), keyAlternatives(after)];
  const isOpen = current.every((needed) => needed.length === 0);
  const isAccepted = (keys: readonly string[]) =>
    current.some((needed) => needed.length > 0 === keys.length > 0 && needed.every((key) => keys.includes(key)));
  return old
    .filter((keys) => !isOpen && !isAccepted(keys))
    .map((keys) => `Requests with ${keys.join(" and ") || "no key"} are no longer accepted`);
}

function keyAlternatives(list: unknown): string[][] {
  const alternatives: object[] = Array.isArray(list) && list.length > 0 ? list : [{}];
  return alternatives.map((alternative) => Object.keys(alternative));
}
