import type { Schemas } from "../../../generated/openapi.ts";
import type { DeadLetterExcerpt } from "../../ingest/journal/dead-letters.ts";
import { stringifyExactly } from "../../lib/json/json.ts";
import { problem } from "../../lib/problem.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import { type Definition, type DefinitionKind, listDefinitions } from "../../questions/list-definitions.ts";
import { type EventView, listEvents, retrieveEvent } from "../../questions/list-events.ts";
import { parseConditions } from "../../questions/property-conditions.ts";
import type { EventPosition } from "../../store/ports/events.ts";
import type {
  EventOperationId,
  EventRequest,
  EventsWithResultsOperationId,
  HandlersOf,
  OperationHandlers,
  OperationRequest,
} from "../contract/operation-types.ts";
import { JsonText, joinMembers } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { questionOptions } from "./ask-question.ts";
import { describeNodes, personToWire } from "./common-wire.ts";
import { pageAddress, paginate, parseTime } from "./pagination.ts";

/** Replies when the events are on disk. */
export function eventOperations(
  ports: ServicePorts,
): OperationHandlers<EventOperationId | EventsWithResultsOperationId> {
  return {
    capture: (request) => acceptEvents("capture", request, ports),
    batch: (request) => acceptEvents("batch", request, ports),
    async analytics_events(request) {
      const { status } = await acceptEvents("batch", request, ports);
      return { status, body: new JsonText(request.results) };
    },
  };
}

async function acceptEvents(
  operation: EventOperationId,
  { credentials, count, json, partBytes }: Omit<EventRequest, "results">,
  { projects, capture, metrics, rateLimits }: ServicePorts,
) {
  const { projectId, keyId, readOnly } = await projects.find(credentials);
  if (readOnly) throw problem("permission_denied", { detail: "This key is read-only: it cannot send events." });
  rateLimits.key_events?.consume(keyId, count);
  if (count > 0) await capture.accept(projectId, operation, json, partBytes);
  metrics.count("events_accepted_total", count);
  return ACCEPTED;
}

const ACCEPTED = { status: 200, body: JsonText.of<{ status: 1 }>({ status: 1 }) } as const;

export function deadLetterOperations({ store, capture }: ServicePorts): HandlersOf<"dead_letters"> {
  return {
    dead_letters_list: async ({ project: { id: projectId }, query, url }) => {
      const { reason } = query;
      const { reasons, ...listed } = await capture.deadLetters.list({ projectId, exactReason: reason }, query);
      const { node, others } = await describeNodes(capture.node, store.erasures);
      const page = paginate({ ...listed, items: [...listed.items] }, { query, url }, letterToWire);
      const other_nodes = others.map(({ id, name }) => ({ id, name }));
      return { status: 200, body: { ...page, causes: [...reasons], node, other_nodes } };
    },
    dead_letters_replay: async ({ project: { id: projectId }, body }) => {
      const moved = await capture.deadLetters.move({ projectId, exactReason: body.reason, uuids: body.uuids });
      return { status: 202, body: { ...moved, node: capture.node } };
    },
  };
}

/** Whole requests may have a personal key. */
const PERSONAL_KEYS = /phx_\w+/g;

function letterToWire(letter: DeadLetterExcerpt): Schemas["DeadLetter"] {
  const excerpt = letter.excerpt.replace(PERSONAL_KEYS, "phx_…");
  const named = { ...wireFields(letter, "uuid", "reason", "bytes"), event: letter.name };
  return { ...named, distinct_id: letter.distinctId, set_aside_at: isoTime(letter.at), excerpt };
}

type WireEvent = Schemas["StoredEvent"];
type Query = OperationRequest<"events_list">["query"];

const KINDS = {
  event: () => "properties",
  person: () => "person_properties",
  group: (index: number) => `group_properties ${index}`,
} as const satisfies Record<string, (index: number) => DefinitionKind>;

type DefinitionHandlers = HandlersOf<"event_definitions" | "property_definitions">;

export function eventListOperations({ store, now }: ServicePorts): HandlersOf<"events"> {
  return {
    events_list: async ({ project, query, url }) => {
      const before = query.cursor === undefined ? null : parseCursor(query.cursor);
      const { limit, offset, ...filters } = query;
      const page = { before, limit, offset: before === null ? offset : 0 };
      // As bytes, which take half of what texts do, and no room among this program's objects.
      const parts: Buffer[] = [];
      const next = await listEvents(project.id, readEventQuery(query, now()), page, store, (events) => {
        const texts = events.map((event) => eventToWire(event).text).join(",");
        if (texts !== "") parts.push(Buffer.from(parts.length === 0 ? texts : `,${texts}`));
      });
      const address = next && pageAddress(url, { limit, ...filters, cursor: formatCursor(next) });
      const start = Buffer.from(`{"next":${JSON.stringify(address)},"results":[`);
      const bytes = Buffer.concat([start, ...parts, Buffer.from("]}")]);
      return new JsonText<Schemas["PaginatedEvents"]>(bytes);
    },
    events_retrieve: async ({ project, params }) => eventToWire(await retrieveEvent(project.id, params.id, store)),
  };
}

function readEventQuery(query: Query, now: number) {
  const after = parseTime(query.after, "after");
  return {
    event: query.event,
    distinctId: query.distinct_id,
    personId: query.person_id?.toLowerCase(),
    from: after === undefined ? undefined : after + 1,
    to: parseTime(query.before, "before"),
    conditions: query.properties === undefined ? undefined : parseConditions(query.properties, now),
  };
}

/** Position in base64, so that clients take it as a whole. It names a place in the caller's project only. */
const POSITION = /^(-?\d{1,15})\.([\da-f]{1,32})$/;

function formatCursor({ timestamp, key }: EventPosition): string {
  return Buffer.from(`${timestamp}.${key}`).toString("base64url");
}

function parseCursor(cursor: string): EventPosition {
  const [, timestamp, key] = POSITION.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (timestamp !== undefined && key !== undefined) return { timestamp: Number(timestamp), key };
  const detail = "cursor is not one of this service: take next as it is.";
  throw problem("invalid_input", { attr: "cursor", detail });
}

function eventToWire({ person, ...event }: EventView): JsonText<WireEvent> {
  return joinMembers<WireEvent>({
    id: event.uuid,
    event: event.event,
    distinct_id: event.distinctId,
    properties: new JsonText(event.properties),
    timestamp: isoTime(event.timestamp),
    created_at: isoTime(event.receivedAt),
    person: new JsonText(stringifyExactly(person && personToWire(person, event.distinctId))),
  });
}

export function definitionOperations({ store, answers }: ServicePorts): DefinitionHandlers {
  const list = async ({ project, query }: OperationRequest<keyof DefinitionHandlers>, kind: DefinitionKind) => {
    const options = await questionOptions(project.id, undefined, store.records);
    return listDefinitions(project.id, kind, query, options, answers);
  };
  return {
    event_definitions_list: async (request) => paginate(await list(request, "events"), request, definitionToWire),
    property_definitions_list: async (request) => {
      const { type, group_type_index } = request.query;
      const listed = await list(request, KINDS[type](group_type_index ?? 0));
      const toWire = ({ type: property_type, examples, ...named }: (typeof listed.items)[number]) => {
        return { ...definitionToWire(named), property_type, examples };
      };
      return paginate(listed, request, toWire);
    },
  };
}

function definitionToWire({ name, firstSeen, lastSeen, volume }: Omit<Definition, "type" | "examples">) {
  return { name, first_seen_at: isoTime(firstSeen), last_seen_at: isoTime(lastSeen), volume_30_day: volume };
}
