import type { Schemas } from "../../../generated/openapi.ts";
import { draftSchemas } from "../../ingest/event-schemas/draft-schemas.ts";
import { eventSchemas, listVersions, schemaContent } from "../../ingest/event-schemas/event-schemas.ts";
import { listViolations, type Violations } from "../../ingest/event-schemas/violations.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { pageReply } from "./pagination.ts";
import { resource, savedToWire } from "./resource.ts";

/** Largest age of the events from which schemas are drafted. */
const DRAFTED_MS = 30 * 24 * 3600 * 1000;

export function eventSchemaOperations(ports: ServicePorts) {
  return { ...resource("event_schemas", eventSchemas, schemaContent, ports), ...learnedOperations(ports) };
}

type LearnedHandlers = HandlersOf<"event_schemas_versions" | "event_schema_violations" | "event_schema_drafts">;

function learnedOperations({ store, now }: ServicePorts): LearnedHandlers {
  return {
    event_schemas_versions_list: async ({ project, params, query, url }) => {
      const listed = await listVersions(project.id, params.id, query, store);
      return pageReply(listed, { query, url }, (version) => savedToWire(version, schemaContent));
    },
    event_schema_violations_list: async ({ project, query, url }) => {
      return pageReply(await listViolations(project.id, query, store.records), { query, url }, violationsToWire);
    },
    event_schema_drafts_list: async ({ project, query: { event } }) => {
      const drafts = await draftSchemas(project.id, { event, from: now() - DRAFTED_MS }, store);
      const results = drafts.schemas.map(({ schema, ...draft }) => ({ ...draft, schema: { ...schema } }));
      return { status: 200, body: { has_more: drafts.hasMore, results } };
    },
  };
}

function violationsToWire(found: Violations): Schemas["EventSchemaViolations"] {
  return {
    ...{ ...wireFields(found, "schemaId", "event"), version: found.revision },
    ...{ count: found.count, refused_count: found.refused, ...wireFields(found, "firstAt", "lastAt") },
    examples: found.examples.map((example) => ({
      ...wireFields(example, "distinctId", "isStored", "path", "rule", "detail"),
      ...{ event_id: example.uuid, timestamp: isoTime(example.timestamp), properties: JSON.parse(example.properties) },
    })),
  };
}
