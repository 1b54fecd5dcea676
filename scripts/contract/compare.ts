import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redocly } from "./redocly.ts";
import { unseenBreakingChanges } from "./unseen-changes.ts";
import type { Raise } from "./version.ts";

/** How two contracts differ from the point of view of their consumers. */
export interface Comparison {
  /** The minimal increase of the version. */
  readonly raise: Raise;
  /** The breaking changes, one line each, the most severe first. */
  readonly breaking: readonly string[];
  /** The other changes, one line each; what only illustrates is left out. */
  readonly others: readonly string[];
}

interface Change {
  path: string;
  typeName: string;
  kind: string;
  impact: "major" | "minor" | "patch";
  property?: string;
  verdicts: { message: string; ruleId: string }[];
  base?: { value?: unknown };
  revision?: { pointer: string; value?: unknown };
}

/** Compares two bundled documents, both as JSON texts. */
export async function compareContracts(lastJson: string, nextJson: string): Promise<Comparison> {
  const changes = (await changesBetween(lastJson, nextJson)).map(withOwnImpact);
  const breaking = [
    ...changes.filter(({ impact }) => impact === "major").map(describeChange),
    ...unseenBreakingChanges(JSON.parse(lastJson), JSON.parse(nextJson)),
  ];
  const harmless = changes.filter(({ impact, typeName }) => impact !== "major" && !ILLUSTRATIONS.has(typeName));
  const others = [...new Set(harmless.map(describeChange))];
  if (breaking.length > 0) return { raise: "major", breaking, others };
  if (changes.some(({ impact }) => impact === "minor")) return { raise: "minor", breaking, others };
  // Compare the texts, because redocly reports a changed version as a change and ignores changed examples.
  const same = withoutVersion(lastJson) === withoutVersion(nextJson);
  return { raise: same ? "none" : "patch", breaking, others };
}

async function changesBetween(lastJson: string, nextJson: string): Promise<Change[]> {
  const folder = await mkdtemp(join(tmpdir(), "contracts-"));
  const [last, next] = [join(folder, "last.json"), join(folder, "next.json")];
  try {
    await Promise.all([writeFile(last, lastJson), writeFile(next, nextJson)]);
    const report = await redocly("diff", last, next, "--format", "json", "--fail-on", "none");
    const { changes }: { changes: Change[] } = JSON.parse(report);
    return changes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** New limits of lists and maps in requests that are not lower are for hostile clients: no honest one exceeds them. */
const MIN_PROTECTIVE_LIMIT = 100;

/** Parts of a document that no client program depends on. */
const ILLUSTRATIONS = new Set(["Example", "ExamplesMap", "Tag", "TagsList", "ExternalDocs"]);

/** Extensions and fields whose change a client notices, unless they are new. */
const PROMISES = new Set([
  ...["default", "key", "tags", "operationId"],
  ...["x-cors", "x-body-limit", "x-alias-of", "x-default-event", "x-client-shapes", "x-client", "x-go-name"],
]);

/** Whose descriptions say that later versions may add values. */
const GROWING_ENUMS = new Set(["ErrorCode", "EngineState"].map((name) => `#/components/schemas/${name}/enum`));

/**
 * A field of the settings of client libraries that becomes optional: generated clients do not have them, the libraries
 * read all as optional, and what those were recorded to get must still be valid.
 */
const LIBRARY_SETTINGS = "#/components/schemas/RemoteConfig/required";

/** A schema of what is excluded, whose removal redocly judges by where it is used; not a field called `not`. */
const EXCLUSION = /(?<!\/(?:properties|patternProperties|dependentSchemas|schemas|\$defs))\/not$/;

/** Fields of a schema without effect on what a request may be or a response is. */
const REMARKS = new Set(["description", "title", "deprecated", "default", "example", "examples"]);

/**
 * Raises the impact of what redocly takes for harmless: anything that is gone (fields of requests, shapes of responses,
 * links, values of enums, components, whose names are names in generated clients), changed defaults, headers that a
 * response may lack, and wider requests, which are a feature. Lowers that of additions that the contract announces: new
 * error codes and states of engines, new versions of the `/decide/` response, which only clients that request them
 * receive, settings of client libraries that are absent, limits that only hostile requests exceed, and the width of an
 * integer that had none.
 * `unseenBreakingChanges` compares keys.
 */
function withOwnImpact(change: Change): Change {
  if (change.typeName.startsWith("SecurityRequirement")) return { ...change, impact: "minor" };
  if (isFilled(change)) return { ...change, impact: "minor" };
  if (isLoss(change)) return { ...change, impact: "major" };
  const rules = change.verdicts.map(({ ruleId }) => ruleId);
  const pointer = change.revision?.pointer ?? "";
  const isGrowing = GROWING_ENUMS.has(pointer) && rules.every((rule) => rule === "enum-values-added");
  const isVersion = change.kind === "added" && /^#\/components\/schemas\/DecideResponse\/anyOf\/\d+$/.test(pointer);
  const isWidth = change.property === "format" && !change.base?.value && change.revision?.value === "int64";
  const isScript = isInternational(change);
  const isAbsentSetting = pointer === LIBRARY_SETTINGS && rules.every((rule) => rule === "required-properties-removed");
  const isAnnounced = isGrowing || isVersion || isWidth || isScript || isAbsentSetting || isProtectiveLimit(change);
  if (change.impact === "major") return isAnnounced ? { ...change, impact: "minor" } : change;
  const isWider = change.typeName === "Schema" && !REMARKS.has(change.property ?? "");
  return isWider ? { ...change, impact: "minor" } : change;
}

/** A list or map that was always empty told its readers nothing. */
function isFilled({ property = "", base, revision }: Change): boolean {
  return ["maxItems", "maxProperties"].includes(property) && base?.value === 0 && revision?.value !== 0;
}

/** An address of any script is an e-mail address, too. Its pattern is for validators that do not know the format. */
function isInternational({ property, base, revision }: Change): boolean {
  if (property === "pattern") return base?.value === undefined && String(revision?.value).includes("@[^");
  return property === "format" && base?.value === "email" && revision?.value === "idn-email";
}

function isLoss(change: Change): boolean {
  const { kind, typeName, path, property = "", base, revision } = change;
  if (isInternational(change)) return false;
  if (ILLUSTRATIONS.has(typeName)) return false;
  if (kind === "removed") return !path.startsWith("#/components/examples/") && !EXCLUSION.test(path);
  if (typeName === "Header" && property === "required") return base?.value === true;
  if (property === "enum") return !isSubset(base?.value, revision?.value);
  return kind === "modified" && PROMISES.has(property) && base?.value !== undefined;
}

function isSubset(values: unknown, others: unknown): boolean {
  return Array.isArray(values) && Array.isArray(others) && values.every((value) => others.includes(value));
}

function isProtectiveLimit({ property = "", base, revision, verdicts }: Change): boolean {
  const isLimit = ["maxItems", "maxProperties"].includes(property) && base?.value === undefined;
  const isConstraint = verdicts.every(({ ruleId }) => ruleId === "schema-constraint-changed");
  return isLimit && isConstraint && Number(revision?.value) >= MIN_PROTECTIVE_LIMIT;
}

function describeChange({ path, typeName, kind, property, verdicts }: Change): string {
  const location = decodeURIComponent(
    path
      .replace(/^#\/(paths\/)?/, "")
      .replaceAll("~1", "/")
      .replaceAll("~0", "~"),
  );
  const what = verdicts.map(({ message }) => message).join(" ") || `${property ?? typeName} was ${kind}`;
  return `${what} (${location})`;
}

function withoutVersion(json: string): string {
  const document: { info: { version?: string } } = JSON.parse(json);
  delete document.info.version;
  return JSON.stringify(document);
}
