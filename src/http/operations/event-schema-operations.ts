import type { components } from "../../../generated/openapi.ts";
import { draftSchemas } from "../../ingest/event-schemas/draft-schemas.ts";
import {
  createEventSchema,
  deleteEventSchema,
  type EventSchema,
  listEventSchemas,
  listVersions,
  retrieveEventSchema,
  updateEventSchema,
} from "../../ingest/event-schemas/event-schemas.ts";
import { listViolations, type Violations } from "../../ingest/event-schemas/violations.ts";
import { authorizeProject } from "../../tenants/authorize.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { isoTime } from "./common-wire.ts";
import { paginate } from "./pagination.ts";
import { authorizeSaving, savedToWire } from "./questions/saved-wire.ts";

/** Largest age of the events from which schemas are drafted. */
const DRAFTED_MS = 30 * 24 * 3600 * 1000;

type EventSchemaOperations = OperationHandlers<
  | "event_schemas_list"
  | "event_schemas_create"
  | "event_schemas_retrieve"
  | "event_schemas_partial_update"
  | "event_schemas_destroy"
  | "event_schemas_versions_list"
  | "event_schema_violations_list"
  | "event_schema_drafts_list"
>;

export function eventSchemaOperations(ports: ServicePorts): EventSchemaOperations {
  const { store, now } = ports;
  return {
    event_schemas_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const listed = await listEventSchemas(project.id, query, store);
      return { status: 200, body: paginate(listed, query, url, schemaToWire) };
    },
    event_schemas_create: async ({ caller, params, body: { event, ...fields } }) => {
      const context = await authorizeSaving(caller, params.project_id, ports);
      return { status: 201, body: schemaToWire(await createEventSchema(context, event, fields, store)) };
    },
    event_schemas_retrieve: async ({ caller, params }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      return { status: 200, body: schemaToWire(await retrieveEventSchema(project.id, params.id, store)) };
    },
    event_schemas_partial_update: async ({ caller, params, body: { allow_breaking: allowBreaking, ...fields } }) => {
      const context = await authorizeSaving(caller, params.project_id, ports);
      const changed = await updateEventSchema(context, params.id, { ...fields, allowBreaking }, store);
      return { status: 200, body: schemaToWire(changed) };
    },
    event_schemas_destroy: async ({ caller, params }) => {
      const { projectId } = await authorizeSaving(caller, params.project_id, ports);
      await deleteEventSchema(projectId, params.id, store.records);
      return { status: 204 };
    },
    event_schemas_versions_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const listed = await listVersions(project.id, params.id, query, store);
      return { status: 200, body: paginate(listed, query, url, schemaToWire) };
    },
    event_schema_violations_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const listed = await listViolations(project.id, query, store.records);
      return { status: 200, body: paginate(listed, query, url, violationsToWire, { event: query.event }) };
    },
    event_schema_drafts_list: async ({ caller, params, query: { event } }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const { schemas, hasMore } = await draftSchemas(project.id, { event, from: now() - DRAFTED_MS }, store);
      const results = schemas.map(({ schema, ...draft }) => ({ ...draft, schema: { ...schema } }));
      return { status: 200, body: { has_more: hasMore, results } };
    },
  };
}

function schemaToWire(view: EventSchema): components["schemas"]["EventSchema"] {
  const { name: event, ...saved } = savedToWire(view);
  return { id: view.id, event, ...saved, mode: view.mode, schema: { ...view.schema } };
}

function violationsToWire(found: Violations): components["schemas"]["EventSchemaViolations"] {
  const { schemaId, event, revision, count, refused, firstAt, lastAt, examples } = found;
  return {
    schema_id: schemaId,
    event,
    version: revision,
    count,
    refused_count: refused,
    first_at: isoTime(firstAt),
    last_at: isoTime(lastAt),
    examples: examples.map(({ uuid, distinctId, timestamp, isStored, path, rule, detail, properties }) => ({
      event_id: uuid,
      distinct_id: distinctId,
      timestamp: isoTime(timestamp),
      is_stored: isStored,
      ...{ path, rule, detail, properties: JSON.parse(properties) },
    })),
  };
}
