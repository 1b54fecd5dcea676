import type { components } from "../../generated/openapi.ts";
import { authenticate, type Keyring } from "../access/keyring.ts";
import type { Contract } from "./contract/contract.ts";
import type {
  AnyReply,
  EventOperationId,
  EventRequest,
  FlagOperationId,
  JsonReply,
  OperationHandlers,
  OperationId,
  OperationRequest,
  PublicOperationId,
} from "./contract/operation-types.ts";
import type { ContractOperation, Route } from "./contract/routes.ts";
import {
  parseBody,
  type RequestMetadata,
  readMetadata,
  toCanonicalEvents,
  toCanonicalFlagQuery,
} from "./decode/canonical-request.ts";
import { readPackedBody } from "./decode/packed-body.ts";
import { type BodyLimits, isPlainJson } from "./decode/read-body.ts";
import type { HttpRequest, NegotiableRequest } from "./http-message.ts";
import { toEventRequest } from "./operations/event-operations.ts";
import type { RateLimits } from "./rate-limits.ts";

/** Larger bodies with events go to the parser thread: parsing and validating a megabyte takes 20 ms. */
const LARGE_BODY_BYTES = 256 * 1024;

export interface AnswerPorts {
  readonly contract: Contract;
  readonly handlers: OperationHandlers<OperationId>;
  readonly keyring: Keyring;
  readonly rateLimits: RateLimits;
  /** For the bodies of public operations. */
  readonly bodyLimits: BodyLimits;
  /** Calls `checkEvents` on another thread. */
  readonly parser: { check(request: DecodedRequest<EventOperationId>): Promise<CheckedEvents> };
}

/** Answers a request for an operation of the contract. Throws a `Problem` if the request is refused. */
export function answer(route: Route, request: NegotiableRequest, ports: AnswerPorts): Promise<AnyReply> {
  const { access, hasBody } = route.operation;
  if (access === "private") return answerPrivate(route, request, ports);
  return hasBody ? answerPosted(route, request, ports) : answerPublic(route, request, ports);
}

async function answerPrivate(
  route: Route,
  request: NegotiableRequest,
  { contract, handlers, keyring, rateLimits, bodyLimits }: AnswerPorts,
): Promise<AnyReply> {
  const { operation, params } = route;
  const caller = await authenticate(readBearer(request), keyring);
  rateLimits.personal_key_requests?.consume(caller.keyId);
  const query = contract.readQuery(route, request.queryString);
  const body = operation.hasBody ? await request.readJson(limitsOf(operation, bodyLimits)) : undefined;
  if (operation.hasBody) contract.checkBody(operation.handlerId, body);
  return callHandler(operation.handlerId, handlers, {
    params,
    query,
    body,
    caller,
    prefers: (type: string) => request.preferredType("application/json", "application/x-ndjson") === type,
    acceptsGzip: request.acceptsGzip,
    header: (name: string) => request.headers[name.toLowerCase()] ?? "",
    url: request.url,
  });
}

async function answerPublic(
  route: Route,
  request: NegotiableRequest,
  { contract, handlers }: AnswerPorts,
): Promise<AnyReply> {
  const { operation, params } = route;
  const query = readQuery(route, request, contract);
  const { acceptsGzip } = request;
  return callHandler(operation.handlerId, handlers, { params, query, bearer: readBearer(request), acceptsGzip });
}

/** Returns whether the operation takes events or flag queries: `answerPosted` answers it. */
export function isPosted({ access, hasBody }: ContractOperation): boolean {
  return access === "public" && hasBody;
}

/** Answers a request for a public operation with a body, as `answer` does. */
export async function answerPosted(route: Route, request: HttpRequest, ports: AnswerPorts): Promise<JsonReply> {
  const { operation } = route;
  const { contract, handlers } = ports;
  const bodyLimits = limitsOf(operation, ports.bodyLimits);
  if (isForEvents(operation)) ports.rateLimits.address_events?.consume(request.clientAddress(), 0);
  const query = readQuery(route, request, contract);
  const bearer = readBearer(request);
  const json = isPlainJson(request.headers, request.queryString)
    ? await request.readBytes(bodyLimits)
    : await readPackedBody(request, bodyLimits);
  const { byteLength } = json; // read before the body may move to another thread
  try {
    const metadata = readMetadata(request.queryString, bearer !== undefined, operation.defaultEvent);
    if (isForEvents(operation)) {
      const events = { id: operation.handlerId, json, metadata, query, bearer };
      const isLarge = byteLength > LARGE_BODY_BYTES;
      const { id, request: checked } = isLarge ? await ports.parser.check(events) : checkEvents(events, contract);
      ports.rateLimits.address_events?.consume(request.clientAddress(), checked.count);
      return await callHandler(id, handlers, checked);
    }
    const id = operation.handlerId as FlagOperationId;
    return await answerFlagQuery({ id, json, metadata, query, bearer }, ports);
  } finally {
    bodyLimits.memory.release(byteLength);
  }
}

/** A public request with its body as JSON: plain data, which can cross to another thread. */
export interface DecodedRequest<Id extends PublicOperationId> {
  readonly id: Id;
  readonly json: Uint8Array;
  readonly metadata: RequestMetadata;
  readonly query: Record<string, unknown>;
  /** The token of `Authorization: Bearer`. */
  readonly bearer: string | undefined;
}

type EventBody = components["schemas"]["Credentials"] & Pick<components["schemas"]["BatchRequest"], "batch">;

/** A checked request with events: plain data, which can cross to another thread. */
export interface CheckedEvents {
  readonly id: EventOperationId;
  readonly request: EventRequest;
}

/** Parses and validates a request with events. The parser thread calls it for large bodies. */
export function checkEvents(
  { id, json, metadata, query, bearer }: DecodedRequest<EventOperationId>,
  contract: Contract,
): CheckedEvents {
  const canonical = toCanonicalEvents({ id, json, body: parseBody(json) }, metadata);
  contract.checkBody(canonical.id, canonical.body);
  const body = canonical.body as EventBody; // as the validators have made sure
  const count = canonical.id === "batch" ? body.batch.length : 1;
  return { id: canonical.id, request: toEventRequest(body, count, canonical.json, query, bearer) };
}

function answerFlagQuery(
  { id, json, metadata, query, bearer }: DecodedRequest<FlagOperationId>,
  { contract, handlers }: AnswerPorts,
): Promise<JsonReply> {
  const canonical = toCanonicalFlagQuery({ id, json, body: parseBody(json) }, metadata);
  contract.checkBody(canonical.id, canonical.body);
  return callHandler(canonical.id, handlers, { params: {}, query, body: canonical.body, json, bearer });
}

/** Returns the limits of an operation's body: its own, or the one of the settings if that is lower. */
function limitsOf({ bodyLimit = Infinity }: ContractOperation, { limit, memory }: BodyLimits): BodyLimits {
  return { limit: Math.min(limit, bodyLimit), memory };
}

function readQuery(route: Route, { queryString }: HttpRequest, contract: Contract): Record<string, unknown> {
  const hasQuery = Object.keys(route.operation.query).length > 0;
  return hasQuery ? contract.readQuery(route, queryString) : {};
}

type ReplyOf<Id> = Id extends EventOperationId | FlagOperationId ? JsonReply : AnyReply;

/** Calls an operation's handler. The validators have checked that the request is what the contract says. */
function callHandler<Id extends OperationId>(
  id: Id,
  handlers: OperationHandlers<Id>,
  checked: object,
): Promise<ReplyOf<Id>> {
  return handlers[id](checked as OperationRequest<Id>) as Promise<ReplyOf<Id>>;
}

function isForEvents(
  operation: ContractOperation,
): operation is ContractOperation & { readonly handlerId: EventOperationId } {
  return operation.clientShapes === "events";
}

/** Returns the token of `Authorization: Bearer`; undefined if absent. */
export function readBearer({ headers }: Pick<HttpRequest, "headers">): string | undefined {
  return headers.authorization && /^Bearer +(\S+) *$/i.exec(headers.authorization)?.[1];
}
