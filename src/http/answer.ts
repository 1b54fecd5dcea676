import { authenticate, type Keyring, requireValidKey } from "../access/keyring.ts";
import { problem } from "../problem.ts";
import { checkJson, unpackSmall } from "./check-body.ts";
import type { Contract } from "./contract/contract.ts";
import type {
  AnyReply,
  JsonReply,
  OperationHandlers,
  OperationId,
  OperationRequest,
} from "./contract/operation-types.ts";
import type { ContractOperation, Route } from "./contract/routes.ts";
import { readEncoding } from "./decode/body-encoding.ts";
import { readMetadata } from "./decode/canonical-request.ts";
import { type BodyLimits, requireAnnouncedLength } from "./decode/read-body.ts";
import type { HttpRequest, NegotiableRequest } from "./http-message.ts";
import type { CheckedRequest, PostedRequest } from "./posted-request.ts";
import type { RateLimits } from "./rate-limits.ts";

export interface AnswerPorts {
  readonly contract: Contract;
  readonly handlers: OperationHandlers<OperationId>;
  readonly keyring: Keyring;
  readonly rateLimits: RateLimits;
  /** For the bodies of public operations. */
  readonly bodyLimits: BodyLimits;
  /** Calls `checkRequest` on another thread, where the clients of these addresses take turns. */
  readonly parser: { check(request: PostedRequest, clientAddress: string): Promise<CheckedRequest> };
}

/** Answers a request for an operation of the contract. Throws a `Problem` if the request is refused. */
export function answer(route: Route, request: NegotiableRequest, ports: AnswerPorts): Promise<AnyReply> {
  if (route.operation.access === "private") return answerPrivate(route, request, ports);
  return isPosted(route.operation) ? answerPosted(route, request, ports) : answerPublic(route, request, ports);
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
  const body = await readPlainBody(operation, request, contract, bodyLimits);
  return callHandler(operation.handlerId, handlers, {
    params,
    query,
    body,
    caller,
    prefers: (type: string) => request.preferredType("application/json", "application/x-ndjson") === type,
    acceptsGzip: request.acceptsGzip,
    header: headerReader(request),
    url: request.url,
  });
}

async function answerPublic(
  route: Route,
  request: NegotiableRequest,
  { contract, handlers, bodyLimits }: AnswerPorts,
): Promise<AnyReply> {
  const { operation, params } = route;
  const query = readQuery(route, request, contract);
  const body = await readPlainBody(operation, request, contract, bodyLimits);
  const { acceptsGzip, clientAddress } = request;
  const header = headerReader(request);
  return callHandler(operation.handlerId, handlers, {
    params,
    query,
    body,
    bearer: readBearer(request),
    acceptsGzip,
    clientAddress,
    header,
  });
}

/** Reads and checks a body that must be plain JSON; undefined if the operation has none. */
async function readPlainBody(
  operation: ContractOperation,
  request: NegotiableRequest,
  contract: Contract,
  limits: BodyLimits,
): Promise<unknown> {
  if (!operation.hasBody) return undefined;
  const body = await request.readJson(limitsOf(operation, limits));
  contract.checkBody(operation.handlerId, body);
  return body;
}

/** Returns whether the operation takes events or flag queries: `answerPosted` answers it. */
export function isPosted({ clientShapes }: ContractOperation): boolean {
  return clientShapes !== undefined;
}

/** Answers a request for a public operation with a body, as `answer` does. */
export async function answerPosted(route: Route, request: HttpRequest, ports: AnswerPorts): Promise<JsonReply> {
  const { operation } = route;
  const { contract, handlers } = ports;
  const bodyLimits = limitsOf(operation, ports.bodyLimits);
  if (operation.clientShapes !== "flags") ports.rateLimits.address_events?.consume(request.clientAddress(), 0);
  const query = readQuery(route, request, contract);
  const bearer = readBearer(request);
  const encoding = readEncoding(request);
  requireAnnouncedLength(request.headers, bodyLimits.limit);
  if (bearer !== undefined) await requireValidKey(bearer, ports.keyring);
  const bytes = await request.readBytes(bodyLimits);
  let held = bytes.byteLength; // in the memory
  try {
    const { handlerId: id, clientShapes: shapes } = operation;
    const metadata = readMetadata(request, bearer !== undefined, operation.defaultEvent);
    const { limit } = bodyLimits;
    const posted = { id, shapes, bytes, encoding, limit, metadata, query, bearer } as PostedRequest;
    const small = unpackSmall(posted);
    const checked = small
      ? checkJson(posted, small, contract)
      : await ports.parser.check(posted, request.clientAddress());
    if (!("json" in checked.request)) {
      // The spread comes last: on Node 20 each property after it makes a hidden class for each object.
      const flagQuery = { params: route.params, header: headerReader(request), ...checked.request };
      return await callHandler(checked.id, handlers, flagQuery);
    }
    const { json, count, results = "" } = checked.request;
    const needed = json.byteLength + results.length;
    if (!bodyLimits.memory.grow(held, needed)) throw problem("service_unavailable");
    held = needed;
    ports.rateLimits.address_events?.consume(request.clientAddress(), count);
    return await callHandler(checked.id, handlers, checked.request);
  } finally {
    bodyLimits.memory.release(held);
  }
}

/** Returns the limits of an operation's body: its own, or the one of the settings if that is lower. */
function limitsOf({ bodyLimit = Infinity }: ContractOperation, { limit, memory }: BodyLimits): BodyLimits {
  return { limit: Math.min(limit, bodyLimit), memory };
}

function readQuery(route: Route, { queryString }: HttpRequest, contract: Contract): Record<string, unknown> {
  const hasQuery = Object.keys(route.operation.query).length > 0;
  return hasQuery ? contract.readQuery(route, queryString) : {};
}

type ReplyOf<Id> = Id extends PostedRequest["id"] ? JsonReply : AnyReply;

/** Calls an operation's handler. The validators have checked that the request is what the contract says. */
function callHandler<Id extends OperationId>(
  id: Id,
  handlers: OperationHandlers<Id>,
  checked: object,
): Promise<ReplyOf<Id>> {
  return handlers[id](checked as OperationRequest<Id>) as Promise<ReplyOf<Id>>;
}

function headerReader({ headers }: HttpRequest): (name: string) => string {
  return (name) => String(headers[name.toLowerCase()] ?? "");
}

/** Returns the token of `Authorization: Bearer`; undefined if absent. */
export function readBearer({ headers }: Pick<HttpRequest, "headers">): string | undefined {
  return headers.authorization && /^Bearer +(\S+) *$/i.exec(headers.authorization)?.[1];
}
