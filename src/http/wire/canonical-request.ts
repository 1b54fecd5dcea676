import { isPropertyMap, type PropertyMap, propertyOf } from "../../values/properties.ts";
import type { EventOperationId, PublicOperationId } from "../contract/operation.ts";
import { parseJsonBody } from "./json-body.ts";
import { findProjectToken } from "./project-token.ts";
import { isUnnamedEvent, setDefaultEventName } from "./unnamed-events.ts";

/** A public request as the rest of the service knows it; the contract is still to be asked about its body. */
export interface CanonicalRequest<Id extends PublicOperationId = PublicOperationId> {
  /** The operation that it is for. */
  readonly id: Id;
  readonly body: unknown;
  /** The body's JSON. */
  readonly raw: Uint8Array;
}

/** What a request says beside its body. */
export interface RequestMetadata {
  /** Whether it has a key in its header. */
  readonly hasKey: boolean;
  /** When it was sent, by its sender's clock, as ISO 8601. */
  readonly sentAt?: string | undefined;
  /** What an event without a name is called. */
  readonly defaultEventName?: string | undefined;
}

/** A public request as the contract describes it, from its body's JSON. Throws `parse_error`, and `invalid_input` for a body that is too deep. */
export function toCanonicalRequest(id: PublicOperationId, raw: Uint8Array, beside: RequestMetadata): CanonicalRequest {
  const body = parseJsonBody(raw);
  return isEventOperation(id)
    ? toCanonicalEvents({ id, body, raw }, beside)
    : toCanonicalFlagRequest({ id, body, raw }, beside);
}

export function isEventOperation(id: PublicOperationId): id is EventOperationId {
  return id === "capture" || id === "batch";
}

/**
 * Events as the contract describes them, from any shape in which clients send them: an event, a list of events, or a batch, with the key and the time of
 * sending at one of several places. What is as described already is given back as it came.
 */
export function toCanonicalEvents(
  asked: CanonicalRequest<EventOperationId>,
  { defaultEventName: nameless, ...beside }: RequestMetadata,
): CanonicalRequest<EventOperationId> {
  if (nameless === undefined) return normalizeShape(asked, beside);
  const { body } = asked;
  const events = isPropertyMap(body) && isBatch(body) ? propertyOf(body, "batch") : body;
  if (!Array.isArray(events)) return normalizeShape(asked, { ...beside, defaultEventName: nameless });
  if (!events.some(isUnnamedEvent)) return normalizeShape(asked, beside);
  const raw = setDefaultEventName(asked.raw, nameless);
  return normalizeShape({ ...asked, body: parseJsonBody(raw), raw }, beside);
}

function normalizeShape(
  asked: CanonicalRequest<EventOperationId>,
  { hasKey, sentAt, defaultEventName: nameless }: RequestMetadata,
): CanonicalRequest<EventOperationId> {
  const isList = Array.isArray(asked.body);
  const map: unknown = isList ? { batch: asked.body } : asked.body;
  if (!isPropertyMap(map) || Object.keys(map).length === 0) return asked;
  const id = isBatch(map) ? "batch" : asked.id;
  const added: Record<string, string> = {};
  const token = hasKey || hasCredentials(map) ? undefined : findProjectToken(map);
  if (token !== undefined) added.api_key = token;
  if (sentAt !== undefined && propertyOf(map, "sent_at") === undefined) added.sent_at = sentAt;
  if (nameless !== undefined && propertyOf(map, "event") === undefined) added.event = nameless;
  if (!isList && Object.keys(added).length === 0) return { ...asked, id };
  return { id, body: { ...map, ...added }, raw: withFields(added, asked.raw, isList) };
}

/** A question about flags as the contract describes it: what clients call otherwise renamed, and what they leave empty left out. */
export function toCanonicalFlagRequest(asked: CanonicalRequest, { hasKey }: RequestMetadata): CanonicalRequest {
  const { body } = asked;
  if (!isPropertyMap(body)) return asked;
  const token = hasKey || hasCredentials(body) ? undefined : findProjectToken(body);
  const nothing = OPTIONAL_FIELDS.filter((name) => propertyOf(body, name) === null);
  const distinctId = propertyOf(body, "distinct_id") ?? propertyOf(body, "$distinct_id");
  const question = {
    ...body,
    ...(token !== undefined && { api_key: token }),
    ...(distinctId !== undefined && { distinct_id: distinctId }),
  };
  return { ...asked, body: Object.fromEntries(Object.entries(question).filter(([name]) => !nothing.includes(name))) };
}

const OPTIONAL_FIELDS = ["$anon_distinct_id", "groups", "person_properties", "group_properties"];

function isBatch(map: PropertyMap): boolean {
  return Array.isArray(propertyOf(map, "batch")) && propertyOf(map, "event") === undefined;
}

/** Whether a key is where the contract has it. */
function hasCredentials(map: PropertyMap): boolean {
  return propertyOf(map, "api_key") !== undefined || propertyOf(map, "personal_api_key") !== undefined;
}

const OPENING = { list: 0x5b, object: 0x7b };

/** The JSON of an object, or of a list as `batch`, with fields put in front; the rest is not written anew, since it may be large. */
function withFields(fields: Readonly<Record<string, string>>, raw: Uint8Array, isList: boolean): Uint8Array {
  const front = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`);
  if (!isList) return Buffer.concat([Buffer.from(`{${front.join("")}`), raw.subarray(raw.indexOf(OPENING.object) + 1)]);
  const list = raw.subarray(raw.indexOf(OPENING.list));
  return Buffer.concat([Buffer.from(`{${front.join("")}"batch":`), list, Buffer.from("}")]);
}
