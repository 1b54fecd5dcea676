import { useMemo } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { ApiError, unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";

export type EventSchema = Schemas["EventSchema"];
export type Violations = Schemas["EventSchemaViolations"];

/** What a person edits: the schema is text until it is sent. */
export interface SchemaDraft {
  readonly event: string;
  readonly description: string;
  readonly mode: EventSchema["mode"];
  readonly schema: string;
  readonly allowsBreaking: boolean;
}

export const NEW_DRAFT: SchemaDraft = {
  event: "",
  description: "",
  mode: "warn",
  schema: JSON.stringify({ type: "object", properties: {} }, null, 2),
  allowsBreaking: false,
};

export function draftOf({ event, description, mode, schema }: EventSchema): SchemaDraft {
  return { event, description, mode, schema: JSON.stringify(schema, null, 2), allowsBreaking: false };
}

/** Parses the text. Throws what the form shows at the field. */
export function parseSchema(text: string): Schemas["EventSchemaRequest"]["schema"] {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(0, `This is no JSON yet: ${(error as Error).message}`, { attr: "schema" });
  }
}

/** Limits the newest versions and violations that are shown. */
const MAX_ROWS = 100;

export function useSchemas() {
  const project_id = String(useProject().project.id);
  return useMemo(() => {
    const params = (id: string) => ({ path: { project_id, id } });
    const all = "/api/projects/{project_id}/event_schemas";
    const one = "/api/projects/{project_id}/event_schemas/{id}";
    const page = { offset: 0, limit: MAX_ROWS };
    return {
      list: (offset: number, limit: number, signal: AbortSignal) =>
        unwrap(client.GET(all, { params: { path: { project_id }, query: { offset, limit } }, signal })),
      find: (id: string, signal: AbortSignal) => unwrap(client.GET(one, { params: params(id), signal })),
      versions: (id: string, signal: AbortSignal) =>
        unwrap(client.GET(`${one}/versions`, { params: { ...params(id), query: page }, signal })),
      violations: (event: string | undefined, signal: AbortSignal) => {
        const query = { ...page, ...(event !== undefined && { event }) };
        return unwrap(client.GET(`${all}/violations`, { params: { path: { project_id }, query }, signal }));
      },
      drafts: (event: string) =>
        unwrap(client.GET(`${all}/drafts`, { params: { path: { project_id }, query: { event } } })),
      create: (body: Schemas["EventSchemaRequest"]) =>
        unwrap(client.POST(all, { params: { path: { project_id } }, body })),
      change: (id: string, body: Schemas["EventSchemaPatch"]) =>
        unwrap(client.PATCH(one, { params: params(id), body })),
      remove: (id: string) => unwrap(client.DELETE(one, { params: params(id) })),
    };
  }, [project_id]);
}
