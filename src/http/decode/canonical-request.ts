import { hasLongNumber, withLongNumbersAsTexts } from "../../lib/json/exact-values.ts";
import { decodeUtf8, isPropertyMap, type PropertyMap, parseExactly, propertyOf } from "../../lib/json/json.ts";
import { type Credentials, isPersonalKey } from "../../tenants/keyring.ts";
import type { EventOperationId, FlagOperationId, PublicOperationId, Runtime } from "../contract/operation-types.ts";
import type { HttpRequest } from "../http-message.ts";
import { withEventNames } from "./edit-json.ts";

// This module alone turns the shapes of all clients into the contract's shape, which is validated afterwards.

/** Request in the contract's shape, before its validation. */
export interface CanonicalRequest<Id extends PublicOperationId> {
  readonly id: Id;
  readonly body: unknown;
  readonly json: Uint8Array;
}

export interface RequestMetadata {
  readonly hasKey: boolean;
  /** Time of sending by the client's clock, as ISO 8601. */
  readonly sentAt?: string | undefined;
  /** Headers `PostHog-Request-Timestamp` and `PostHog-Sdk-Info`. */
  readonly sentAtHeader?: string | undefined;
  readonly library?: string | undefined;
  readonly defaultEventName?: string | undefined;
}

/** Reads the query and the headers. Browsers put their clock, in milliseconds, into `sent_at` or `_`. */
export function readMetadata(
  { queryString, headers }: Pick<HttpRequest, "queryString" | "headers">,
  hasKey: boolean,
  defaultEventName?: string,
): RequestMetadata {
  const search = /(?:_|sent_at)=/.test(queryString) ? new URLSearchParams(queryString) : null;
  const clock = search?.get("sent_at") ?? search?.get("_") ?? "";
  const sentAt = /^\d{1,14}$/.test(clock) ? new Date(Number(clock)).toISOString() : clock.slice(0, 64) || undefined;
  const sentAtHeader = headers["posthog-request-timestamp"]?.toString();
  const library = headers["posthog-sdk-info"]?.toString();
  return { hasKey, sentAt, sentAtHeader, library, defaultEventName };
}

/** How `User-Agent` begins in PostHog's libraries for apps and servers, and what is in that of browsers. */
const OF_CLIENTS = /Mozilla\/|^posthog-(?:js|ios|android|react-native|flutter|unity)/i;
const OF_SERVERS = /^posthog-(?:node|edge|python|ruby|php|java|server|go|dotnet|elixir|rust)/i;
/** Browsers send one of them with each request of a page. */
const OF_PAGES = ["origin", "referer", "sec-fetch-mode", "sec-fetch-site"];

/** Returns what headers say of the program that asks for flags. */
export function runtimeOf(headers: HttpRequest["headers"]): Runtime | undefined {
  const userAgent = headers["user-agent"] ?? "";
  if (OF_CLIENTS.test(userAgent)) return "client";
  if (OF_SERVERS.test(userAgent)) return "server";
  return OF_PAGES.some((name) => headers[name] !== undefined) ? "client" : undefined;
}

/**
 * Returns one event (`capture`) or a batch (`batch`), with `api_key` and `sent_at` at the root, wherever clients have
 * put them. A request that conforms already is returned unchanged.
 */
export function toCanonicalEvents(
  request: CanonicalRequest<EventOperationId>,
  { defaultEventName, ...metadata }: RequestMetadata,
): CanonicalRequest<EventOperationId> {
  if (defaultEventName === undefined) return normalizeRoot(request, metadata);
  const { body } = request;
  const isList = Array.isArray(body) || (isPropertyMap(body) && isBatch(body));
  if (!isList) return normalizeRoot(request, { ...metadata, defaultEventName });
  return normalizeRoot({ ...request, json: withEventNames(request.json, defaultEventName) }, metadata);
}

function normalizeRoot(
  request: CanonicalRequest<EventOperationId>,
  { hasKey, sentAt, defaultEventName }: RequestMetadata,
): CanonicalRequest<EventOperationId> {
  const isList = Array.isArray(request.body);
  const root: unknown = isList ? { batch: request.body } : request.body;
  if (!isPropertyMap(root) || Object.keys(root).length === 0) return request;
  const id = isBatch(root) ? "batch" : request.id;
  const added: Record<string, string> = {};
  const token = hasKey || hasCredentials(root) ? undefined : findProjectToken(root);
  if (token !== undefined) added.api_key = token;
  if (sentAt !== undefined && propertyOf(root, "sent_at") === undefined) added.sent_at = sentAt;
  if (defaultEventName !== undefined && isUnnamedEvent(root)) added.event = defaultEventName;
  if (!isList && Object.keys(added).length === 0) return { id, body: root, json: request.json };
  return { id, body: { ...root, ...added }, json: withFields(added, request.json, isList) };
}

const NULLABLE_FIELDS = ["$anon_distinct_id", "groups", "person_properties", "group_properties"];
const OLDER_NAMES = [
  ["distinct_id", "$distinct_id"],
  ["$device_id", "device_id"],
  ["flag_keys_to_evaluate", "flag_keys"],
  ["evaluation_contexts", "evaluation_environments"],
] as const;

/** Replaces older names and leaves empty optional fields out. Returns a request that conforms unchanged. */
export function toCanonicalFlagQuery(
  request: CanonicalRequest<FlagOperationId>,
  { hasKey }: RequestMetadata,
): CanonicalRequest<FlagOperationId> {
  const { body } = request;
  if (!isPropertyMap(body)) return request;
  const token = hasKey || hasCredentials(body) ? undefined : findProjectToken(body);
  const renamed = OLDER_NAMES.filter(([name, older]) => Object.hasOwn(body, older) && (body[name] ?? null) === null);
  const absent = NULLABLE_FIELDS.filter((name) => propertyOf(body, name) === null);
  if (token === undefined && renamed.length === 0 && absent.length === 0) return request;
  const query = {
    ...body,
    ...(token !== undefined && { api_key: token }),
    ...Object.fromEntries(renamed.map(([name, older]) => [name, body[older]])),
  };
  return { ...request, body: Object.fromEntries(Object.entries(query).filter(([name]) => !absent.includes(name))) };
}

/** Keeps all digits of numbers, as texts: parsing rounds those beyond 2^53. */
export function withExactNumbers<Body>(body: Body, canonical: (body: unknown) => unknown, json: Uint8Array): Body {
  if (!hasLongNumber(body)) return body;
  return withLongNumbersAsTexts(canonical(parseExactly(decodeUtf8(json)))) as Body;
}

function isBatch(map: PropertyMap): boolean {
  return Array.isArray(propertyOf(map, "batch")) && propertyOf(map, "event") === undefined;
}

function isUnnamedEvent(event: unknown): event is PropertyMap {
  return isPropertyMap(event) && propertyOf(event, "event") === undefined;
}

function hasCredentials(map: PropertyMap): boolean {
  return propertyOf(map, "api_key") !== undefined || propertyOf(map, "personal_api_key") !== undefined;
}

/** Returns the key from where the contract has it, or else from where older clients put it. */
export function findKey(body: PropertyMap): Pick<Credentials, "apiKey" | "personalApiKey"> {
  const [personal, key] = ["personal_api_key", "api_key"].map((name) => propertyOf(body, name));
  if (typeof personal === "string") return { personalApiKey: personal };
  return { apiKey: typeof key === "string" ? key : findProjectToken(body) };
}

const TOKEN_FIELDS = ["api_key", "token", "$token"];

/** Ignores personal keys: they are secrets, and accepted only where the contract has them. */
function findProjectToken(body: PropertyMap): string | undefined {
  const batch = propertyOf(body, "batch");
  const first: unknown = Array.isArray(batch) ? batch[0] : undefined;
  return tokenFromFields(body) ?? (isPropertyMap(first) ? tokenFromFields(first) : undefined);
}

function tokenFromFields(map: PropertyMap): string | undefined {
  const properties = propertyOf(map, "properties");
  const values = [
    ...TOKEN_FIELDS.map((key) => propertyOf(map, key)),
    isPropertyMap(properties) ? propertyOf(properties, "token") : undefined,
  ];
  return values.find((value): value is string => typeof value === "string" && value !== "" && !isPersonalKey(value));
}

const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/** Puts fields in front of an object, or of a list as `batch`, without serializing the large rest anew. */
function withFields(fields: Readonly<Record<string, string>>, json: Uint8Array, isList: boolean): Uint8Array {
  const front = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
  const head = Buffer.from(`{${front.join("")}`);
  if (!isList) return Buffer.concat([head, json.subarray(json.indexOf(OPENING_BRACE) + 1)]);
  const list = json.subarray(json.indexOf(OPENING_BRACKET));
  return Buffer.concat([head, Buffer.from('"batch":'), list, Buffer.from("}")]);
}
