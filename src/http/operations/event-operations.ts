import type { components } from "../../../generated/openapi.ts";
import type { Capture } from "../../ingest/capture.ts";
import type { Credentials, ProjectFinder } from "../../tenants/keyring.ts";
import { isPersonalKey } from "../../tenants/keyring.ts";
import { problem } from "../../values/problem.ts";
import type {
  EventOperationId,
  EventRequest,
  EventsWithResultsOperationId,
  OperationHandlers,
} from "../contract/operation-types.ts";
import { withoutMembers } from "../decode/edit-json.ts";
import type { Metrics } from "../metrics.ts";
import type { RateLimits } from "../rate-limits.ts";
import { JsonText } from "../raw-json.ts";

export interface EventPorts {
  readonly projects: Pick<ProjectFinder, "find">;
  readonly capture: Pick<Capture, "accept">;
  readonly metrics: Pick<Metrics, "countAccepted">;
  readonly rateLimits: Pick<RateLimits, "key_events">;
}

/** Takes events, one by one and in batches: finds their project, and replies when they are on disk. */
export function eventOperations(ports: EventPorts): OperationHandlers<EventOperationId | EventsWithResultsOperationId> {
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
  { credentials, count, json }: Omit<EventRequest, "results">,
  { projects, capture, metrics, rateLimits }: EventPorts,
) {
  const { projectId, keyId, readOnly } = await projects.find(credentials);
  if (readOnly) throw problem("permission_denied", { detail: "This key is read-only: it cannot send events." });
  rateLimits.key_events?.consume(keyId, count);
  if (count > 0) await capture.accept(projectId, operation, json);
  metrics.countAccepted(count);
  return ACCEPTED;
}

const ACCEPTED = { status: 200, body: JsonText.of<{ status: 1 }>({ status: 1 }) } as const;

/** Returns what is needed to accept events; `json` is the JSON of the checked `body`. */
export function toEventRequest(
  body: components["schemas"]["Credentials"],
  count: number,
  json: Uint8Array,
  query: { readonly project_id?: string | undefined },
  bearer: string | undefined,
): EventRequest {
  return {
    credentials: readCredentials(body, query, bearer),
    count,
    json: hasPersonalKey(body) ? withoutMembers(json, KEY_FIELDS) : json,
  };
}

/** The fields of a public request's body that name its project. */
interface KeyFields {
  readonly api_key?: string | undefined;
  readonly personal_api_key?: string | undefined;
  readonly project_id?: string | number | undefined;
}

/** Returns what a public request presents as its credentials, in its header, its body and its query. */
export function readCredentials(
  { api_key, personal_api_key, project_id }: KeyFields,
  query: { readonly project_id?: string | undefined },
  bearer: string | undefined,
): Credentials {
  return { bearer, apiKey: api_key, personalApiKey: personal_api_key, projectId: project_id ?? query.project_id };
}

const KEY_FIELDS = ["api_key", "personal_api_key"];

/** A personal key is a secret: it must not be stored, not even in the journal. */
function hasPersonalKey({ api_key, personal_api_key }: KeyFields): boolean {
  return personal_api_key !== undefined || isPersonalKey(api_key ?? "");
}
