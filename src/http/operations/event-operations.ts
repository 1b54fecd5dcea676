import type { Schemas } from "../../../generated/openapi.ts";
import type { DeadLetterExcerpt } from "../../ingest/journal/dead-letters.ts";
import { problem } from "../../lib/problem.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import type {
  EventOperationId,
  EventRequest,
  EventsWithResultsOperationId,
  HandlersOf,
  OperationHandlers,
} from "../contract/operation-types.ts";
import { JsonText } from "../raw-json.ts";
import type { ServicePorts } from "../service-ports.ts";
import { describeNodes } from "./common-wire.ts";
import { paginate } from "./pagination.ts";

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
