import type { Schemas } from "../../generated/openapi.ts";
import type { Credentials } from "../tenants/keyring.ts";
import type {
  EventOperationId,
  EventRequest,
  EventsWithResultsOperationId,
  EventsWithResultsRequest,
  FlagOperationId,
  OfrepOperationId,
  Runtime,
} from "./contract/operation-types.ts";
import type { BodyEncoding } from "./decode/body-encoding.ts";
import type { RequestMetadata } from "./decode/canonical-request.ts";

/** Plain data, which can cross to another thread. */
export type ClientRequest = ClientOperation & {
  readonly bytes: Uint8Array;
  /** Null for plain JSON. */
  readonly encoding: BodyEncoding | null;
  /** The unpacked body must be smaller. */
  readonly limit: number;
  readonly metadata: RequestMetadata;
  readonly query: Record<string, unknown>;
  readonly bearer: string | undefined;
  /** Of requests for flags. */
  readonly runtime?: Runtime | undefined;
};

type ClientOperation =
  | { readonly shapes: "events-with-results"; readonly id: EventsWithResultsOperationId }
  | { readonly shapes: "events"; readonly id: EventOperationId }
  | { readonly shapes: "flags"; readonly id: FlagOperationId }
  | { readonly shapes: "ofrep"; readonly id: OfrepOperationId };

/** Plain data, too. */
export type CheckedRequest =
  | { readonly id: EventsWithResultsOperationId; readonly request: EventsWithResultsRequest }
  | { readonly id: EventOperationId; readonly request: EventRequest }
  | { readonly id: FlagOperationId; readonly request: QueryRequest<Schemas["DecideRequest"]> }
  | { readonly id: OfrepOperationId; readonly request: QueryRequest<Schemas["OfrepRequest"]> };

interface QueryRequest<Body> extends Pick<ClientRequest, "query"> {
  readonly body: Body;
  readonly credentials: Credentials;
  readonly runtime: Runtime | undefined;
}
