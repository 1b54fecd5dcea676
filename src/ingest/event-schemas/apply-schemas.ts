import { isDeepStrictEqual } from "node:util";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { problem } from "../../lib/problem.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import { EVENT_SCHEMAS } from "../../store/records/schema-kinds.ts";
import type { SavedContext } from "../../tenants/activity-log.ts";
import type { SavedPorts } from "../../tenants/saved-record.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { checkSchema } from "./check-schema.ts";
import { create, type EventSchemaFields, update } from "./event-schemas.ts";

export interface FileSchema extends EventSchemaFields {
  readonly event: string;
  readonly schema: object;
}

export interface PlannedSchema {
  readonly wanted: FileSchema;
  readonly found: { readonly id: string; readonly revision: number } | null;
  readonly isSame: boolean;
  readonly breaking: readonly string[];
  readonly line: string;
}

const FIELDS = ["event", "description", "mode", "schema"];

/** Returns the schemas of a file: a list, or what the API lists. Throws a problem that names the field. */
export function readSchemas(content: unknown): FileSchema[] {
  const list = isPropertyMap(content) ? content.results : content;
  if (!Array.isArray(list)) throw problem("invalid_input", { detail: "It must be a list of event schemas." });
  const events = new Set<string>();
  return list.map((item: unknown, index) => {
    const schema = readSchema(item, `${index}`, isPropertyMap(content));
    if (events.has(schema.event)) throw refuse(`${index}__event`, "occurs twice");
    events.add(schema.event);
    return schema;
  });
}

function readSchema(item: unknown, at: string, isListed: boolean): FileSchema {
  if (!isPropertyMap(item)) throw refuse(at, "must be an object");
  const unknown = Object.keys(item).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined && !isListed) throw refuse(`${at}__${unknown}`, "is not known");
  const { event, description, mode, schema } = item as PropertyMap & EventSchemaFields;
  if (typeof event !== "string" || event === "" || event.length > 200) {
    throw refuse(`${at}__event`, "must be a text of 1 to 200 characters");
  }
  if (description !== undefined && typeof description !== "string")
    throw refuse(`${at}__description`, "must be a text");
  if (mode !== undefined && mode !== "warn" && mode !== "refuse") throw refuse(`${at}__mode`, "must be warn or refuse");
  return { event, description, mode, schema: checkSchema(schema, `${at}__schema`) };
}

/** Returns what applying the schemas of a file does. Schemas that the file does not have stay. */
export async function planSchemas(
  { projectId }: Pick<SavedContext, "projectId">,
  wanted: readonly FileSchema[],
  { records }: Pick<SavedPorts, "records">,
): Promise<PlannedSchema[]> {
  const stored = await scanAll(records, EVENT_SCHEMAS, { where: { projectId } });
  return wanted.map((one) => {
    const found = stored.find(({ name }) => name === one.event);
    if (!found) return { wanted: one, found: null, isSame: false, breaking: [], line: `+ ${one.event}` };
    const before = JSON.parse(found.schema);
    const { description = found.description, mode = found.mode } = one;
    const isSame =
      description === found.description &&
      mode === found.mode &&
      isDeepStrictEqual(before, structuredClone(one.schema));
    const breaking = breakingChanges(before, one.schema);
    const line = isSame ? `= ${one.event}` : `~ ${one.event} (version ${found.revision + 1})`;
    return { wanted: one, found, isSame, breaking, line };
  });
}

export async function applySchemas(
  context: SavedContext,
  planned: readonly PlannedSchema[],
  allowBreaking: boolean,
  ports: SavedPorts,
): Promise<void> {
  for (const { wanted, found, isSame } of planned) {
    if (found === null) await create(context, wanted, ports);
    else if (!isSame) {
      const change = { ...wanted, version: found.revision, allow_breaking: allowBreaking };
      await update(context, found.id, change, ports);
    }
  }
}

function refuse(attr: string, what: string) {
  return problem("invalid_input", { attr, detail: `${attr} ${what}.` });
}
