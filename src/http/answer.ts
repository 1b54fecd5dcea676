import { problem } from "../lib/problem.ts";
import type { Tenants } from "../store/records/tenants.ts";
import { authorizePath } from "../tenants/authorize-path.ts";
import {
  authenticate,
  type Caller,
  type Credentials,
  isPersonalKey,
  type Keyring,
  requireValidCredentials,
  requireValidKey,
} from "../tenants/keyring.ts";
import { authenticateSession, type Sessions } from "../tenants/sign-in/sessions.ts";
import type { ParserThreads } from "./adapters/parser-thread.ts";
import { checkJson, unpackSmall } from "./check-body.ts";
import type { CheckedRequest, ClientRequest } from "./client-request.ts";
import type { Contract } from "./contract/contract.ts";
import type { DeprecatedUse } from "./contract/deprecated-use.ts";
import type {
  AnyReply,
  Browser,
  JsonReply,
  OperationCall,
  OperationHandlers,
  OperationId,
  OperationRequest,
} from "./contract/operation-types.ts";
import { type ContractOperation, operationOf, type Route } from "./contract/routes.ts";
import { readEncoding, readQueryEncoding } from "./decode/body-encoding.ts";
import { readMetadata, runtimeOf } from "./decode/canonical-request.ts";
import { type BodyLimits, requireAnnouncedLength } from "./decode/read-body.ts";
import { type HttpRequest, innerRequest, type NegotiableRequest } from "./http-message.ts";
import type { RateLimits } from "./rate-limits.ts";
import { isForeign, isFromConsole, readSessionCookie, readSignInCookie } from "./session-cookie.ts";

export interface AnswerPorts {
  readonly contract: Contract;
  readonly handlers: OperationHandlers<OperationId>;
  readonly keyring: Keyring;
  readonly tenants: Tenants;
  /** Null if there is no console. */
  readonly sessions: Sessions | null;
  readonly rateLimits: RateLimits;
  readonly bodyLimits: BodyLimits;
  readonly deprecatedUse: DeprecatedUse;
  /** Calls `openBody` and `checkRequest` on other threads, where the clients of these addresses take turns. */
  readonly parser: Pick<ParserThreads, "open" | "check">;
}

/** Throws a `Problem` if the request is refused. */
export function answer(route: Route, request: NegotiableRequest, ports: AnswerPorts): Promise<AnyReply> {
  if (route.operation.access === "private") return answerPrivate(route, request, ports);
  return isClientOperation(route.operation) ? answerClient(route, request, ports) : answerPublic(route, request, ports);
}

async function answerPrivate(route: Route, request: NegotiableRequest, ports: AnswerPorts): Promise<AnyReply> {
  const caller = await identify(request, ports.keyring, ports.sessions);
  ports.rateLimits.personal_key_requests?.consume(caller.keyId);
  return answerCaller(caller, route, request, ports);
}

interface CallerPorts extends Pick<AnswerPorts, "contract" | "handlers" | "bodyLimits" | "tenants"> {
  readonly deprecatedUse: Pick<DeprecatedUse, "noteBody">;
}

/** Answers a private operation. Trusts that the request is the caller's. */
export async function answerCaller(
  caller: Caller,
  route: Route,
  request: NegotiableRequest,
  ports: CallerPorts,
): Promise<AnyReply> {
  const { contract, handlers, bodyLimits, deprecatedUse, tenants } = ports;
  const { operation } = route;
  const query = contract.readQuery(route, request.queryString);
  const body = await readPlainBody(operation, request, contract, bodyLimits);
  if (operation.deprecations) deprecatedUse.noteBody(request, body);
  return callHandler(operation, handlers, {
    ...(await authorizePath(caller, route, tenants)),
    query,
    body,
    caller,
    prefers: (type: string) => request.preferredType("application/json", "application/x-ndjson") === type,
    acceptsGzip: request.acceptsGzip,
    header: headerReader(request),
    url: request.url,
    baseUrl: () => request.baseUrl,
    answerOther: ({ id, ...call }: OperationCall) => {
      const other = { ...call, operation: operationOf(id) };
      return answerCaller(caller, other, innerRequest(other, request.baseUrl), ports);
    },
  });
}

/** Prefers the user of a key to that of a session. */
function identify(request: NegotiableRequest, keyring: Keyring, sessions: Sessions | null): Promise<Caller> {
  const { headers } = request;
  const secret = sessions && headers.authorization === undefined ? readSessionCookie(headers) : undefined;
  if (!sessions || secret === undefined) return authenticate(readBearer(request), keyring);
  if (isFromConsole(request)) return authenticateSession(secret, sessions);
  const detail = "A session counts only in the console: from our origin, and with the header X-Sightline-Console: 1.";
  throw problem("not_authenticated", { detail });
}

async function answerPublic(
  route: Route,
  request: NegotiableRequest,
  { contract, handlers, bodyLimits, deprecatedUse }: AnswerPorts,
): Promise<AnyReply> {
  const { operation, params } = route;
  const query = readQuery(route, request, contract);
  const body = await readPlainBody(operation, request, contract, bodyLimits);
  if (operation.deprecations) deprecatedUse.noteBody(request, body);
  const { acceptsGzip, clientAddress } = request;
  const header = headerReader(request);
  return callHandler(operation, handlers, {
    params,
    query,
    body,
    acceptsGzip,
    clientAddress,
    header,
    browser: (): Browser => {
      const { headers, baseUrl } = request;
      const userAgent = headers["user-agent"] ?? "";
      return { isForeign: isForeign(request), userAgent, signInCookie: readSignInCookie(headers), baseUrl };
    },
  });
}

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

/** Returns whether the operation takes events or flag queries: `answerClient` answers it. */
export function isClientOperation({ clientShapes }: ContractOperation): boolean {
  return clientShapes !== undefined;
}

/** Answers as `answer`. Events or a flag query are in the body, or in the query of a GET. */
export async function answerClient(route: Route, request: HttpRequest, ports: AnswerPorts): Promise<JsonReply> {
  const { operation } = route;
  const { contract, handlers } = ports;
  const bodyLimits = limitsOf(operation, ports.bodyLimits);
  if (operation.clientShapes !== "flags") ports.rateLimits.address_events?.consume(request.clientAddress(), 0);
  const query = readQuery(route, request, contract);
  const bearer = readBearer(request);
  const encoding = operation.hasBody
    ? readEncoding(request, operation.clientShapes === "events")
    : readQueryEncoding(request.queryString);
  requireAnnouncedLength(request.headers, bodyLimits.limit);
  if (bearer !== undefined) await requireValidKey(bearer, ports.keyring);
  const bytes = operation.hasBody ? await request.readBytes(bodyLimits) : Buffer.from(request.queryString);
  let held = bytes.byteLength; // in the memory
  const hold = (needed: number) => {
    if (!bodyLimits.memory.grow(held, needed)) throw problem("service_unavailable");
    held = needed;
  };
  try {
    const { handlerId: id, clientShapes: shapes } = operation;
    const metadata = readMetadata(request, bearer !== undefined, operation.defaultEvent);
    const { limit } = bodyLimits;
    const runtime = shapes === "flags" || shapes === "ofrep" ? runtimeOf(request.headers) : undefined;
    const clientRequest = { id, shapes, bytes, encoding, limit, metadata, query, bearer, runtime } as ClientRequest;
    const small = unpackSmall(clientRequest);
    const checked = small
      ? checkJson(clientRequest, small, contract)
      : await checkLarge(clientRequest, request.clientAddress(), hold, ports);
    if (!("json" in checked.request)) {
      // The spread comes last: on Node 20 each property after it makes a hidden class for each object.
      const flagQuery = { params: route.params, header: headerReader(request), ...checked.request };
      return await callClientHandler(checked.id, handlers, flagQuery);
    }
    const { credentials, json, count, results = "" } = checked.request;
    if (!operation.hasBody) requireNoSecret(credentials);
    hold(json.byteLength + results.length);
    ports.rateLimits.address_events?.consume(request.clientAddress(), count);
    return await callClientHandler(checked.id, handlers, checked.request);
  } finally {
    bodyLimits.memory.release(held);
  }
}

/** Throws `invalid_api_key` for a personal key in a query: addresses are logged, and it is a secret. */
function requireNoSecret({ apiKey = "", personalApiKey }: Credentials): void {
  if (personalApiKey !== undefined || isPersonalKey(apiKey)) throw problem("invalid_api_key");
}

/** Checks on another thread. Parses the body only after its key is known to be good. */
async function checkLarge(
  request: ClientRequest,
  clientAddress: string,
  hold: (bytes: number) => void,
  { parser, keyring }: AnswerPorts,
): Promise<CheckedRequest> {
  if (request.bearer !== undefined || request.shapes === "ofrep") return parser.check(request, clientAddress);
  const { json: bytes, credentials } = await parser.open(request, clientAddress);
  hold(bytes.byteLength);
  await requireValidCredentials(credentials, keyring);
  return parser.check({ ...request, bytes, encoding: null }, clientAddress, true);
}

function limitsOf({ bodyLimit = Infinity }: ContractOperation, { limit, memory }: BodyLimits): BodyLimits {
  return { limit: Math.min(limit, bodyLimit), memory };
}

function readQuery(route: Route, { queryString }: HttpRequest, contract: Contract): Record<string, unknown> {
  const hasQuery = Object.keys(route.operation.query).length > 0;
  return hasQuery ? contract.readQuery(route, queryString) : {};
}

/** Trusts the validators that the request is the contract's, and the types that no body has a numeric status. */
async function callHandler<Id extends OperationId>(
  { handlerId, success }: Pick<ContractOperation, "handlerId" | "success">,
  handlers: OperationHandlers<Id>,
  checked: object,
): Promise<AnyReply> {
  const answer = await handlers[handlerId as Id](checked as OperationRequest<Id>);
  const isReply = typeof answer === "object" && answer !== null && typeof Object(answer).status === "number";
  return isReply ? (answer as unknown as AnyReply) : { status: success, body: answer };
}

/** Calls a handler of events or flag queries, which return whole replies. */
function callClientHandler<Id extends ClientRequest["id"]>(id: Id, handlers: OperationHandlers<Id>, checked: object) {
  return handlers[id](checked as OperationRequest<Id>) as Promise<JsonReply>;
}

function headerReader({ headers }: HttpRequest): (name: string) => string {
  return (name) => String(headers[name.toLowerCase()] ?? "");
}

export function readBearer({ headers }: Pick<HttpRequest, "headers">): string | undefined {
  return headers.authorization && /^Bearer +(\S+) *$/i.exec(headers.authorization)?.[1];
}
