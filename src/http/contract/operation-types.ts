import type { Readable } from "node:stream";
import type { operations } from "../../../generated/openapi.ts";
import type { contractOperations } from "../../../generated/operations.ts";
import type { Caller, Credentials } from "../../tenants/keyring.ts";
import type { JsonText } from "../raw-json.ts";

type Table = typeof contractOperations;
type IdsWhere<Row> = { [Id in keyof Table]: Table[Id] extends Row ? Id : never }[keyof Table];

/** Operations that are another operation at a second path (`x-alias-of`): they have no handler of their own. */
export type AliasId = IdsWhere<{ aliasOf: string }>;
export type OperationId = Exclude<keyof Table, AliasId>;
/** Operations that need no key, or a key in the body. */
export type PublicOperationId = Exclude<IdsWhere<{ access: "public" }>, AliasId>;
/** Operations that need a personal API key in the header. */
export type PrivateOperationId = Exclude<IdsWhere<{ access: "private" }>, AliasId>;
/** Operations that take events, in any shape that client libraries send (`x-client-shapes: events`). */
export type EventOperationId = Exclude<IdsWhere<{ clientShapes: "events" }>, AliasId>;
/** Operations that take events and answer each of them (`x-client-shapes: events-with-results`). */
export type EventsWithResultsOperationId = IdsWhere<{ clientShapes: "events-with-results" }>;
/** Operations that decide flags (`x-client-shapes: flags`). */
export type FlagOperationId = Exclude<IdsWhere<{ clientShapes: "flags" }>, AliasId>;
/** Operations of OpenFeature's protocol (`x-client-shapes: ofrep`). */
export type OfrepOperationId = IdsWhere<{ clientShapes: "ofrep" }>;

type Parameters<Id extends OperationId> = operations[Id]["parameters"];
type DefaultedName<Id extends OperationId> = {
  [Name in keyof Table[Id]["query"]]: Table[Id]["query"][Name] extends { default: unknown } ? Name : never;
}[keyof Table[Id]["query"]];

/** The query as the contract declares it; parameters with a default are always there. */
type Query<Id extends OperationId> = NonNullable<Parameters<Id>["query"]> & {
  readonly [Name in DefaultedName<Id> & keyof NonNullable<Parameters<Id>["query"]>]-?: NonNullable<
    NonNullable<Parameters<Id>["query"]>[Name]
  >;
};

type JsonBody<Body> = Body extends { content: { "application/json": infer Json } } ? Json : undefined;

interface CommonRequest<Id extends OperationId> {
  readonly params: NonNullable<Parameters<Id>["path"]>;
  readonly query: Query<Id>;
  readonly body: JsonBody<NonNullable<operations[Id]["requestBody"]>>;
}

/** Returns a header that the contract describes; empty if absent. */
type ReadHeader<Header> = (name: keyof NonNullable<Header> & string) => string;

export interface PublicRequest<Id extends PublicOperationId> extends CommonRequest<Id> {
  /** What the request presents in its header, its body and its query to name its project. */
  readonly credentials: Table[Id] extends { clientShapes: string } ? Credentials : undefined;
  readonly acceptsGzip: Table[Id] extends { clientShapes: string } ? undefined : () => boolean;
  /** Returns the address of the client, or its network, as limits count it. */
  readonly clientAddress: Table[Id] extends { clientShapes: string } ? undefined : () => string;
  readonly header: ReadHeader<Parameters<Id>["header"]>;
  readonly browser: Table[Id] extends { clientShapes: string } ? undefined : () => Browser;
}

/** What a request tells of the browser that makes it. */
export interface Browser {
  /** Whether a page of another origin makes the request. */
  readonly isForeign: boolean;
  /** What it says of itself; empty if nothing. */
  readonly userAgent: string;
  /** Binds a sign-in with a provider to the browser. */
  readonly signInCookie: string | undefined;
  /** The address of the service as the client knows it, without a slash at its end. */
  readonly baseUrl: string;
}

export interface PrivateRequest<Id extends PrivateOperationId> extends CommonRequest<Id> {
  readonly caller: Caller;
  readonly acceptsGzip: () => boolean;
  /** Returns whether the client prefers this type: JSON, or JSON lines where the operation streams. */
  readonly prefers: (type: string) => boolean;
  readonly header: ReadHeader<Parameters<Id>["header"]>;
  /** The request's address without its query, as the client wrote it. */
  readonly url: string;
  /** Returns the address of the service as the client knows it, without a slash at its end. */
  readonly baseUrl: () => string;
}

/** A checked request with events. The events stay JSON until the drain normalizes them. */
export interface EventRequest {
  readonly credentials: Credentials;
  readonly count: number;
  /** The body as it came, without its keys if one is a personal key, or the parts of a large batch. */
  readonly json: Uint8Array;
  readonly partBytes?: readonly number[] | undefined;
  readonly results?: undefined;
}

/** A checked request whose events are answered one by one. */
export interface EventsWithResultsRequest extends Omit<EventRequest, "results"> {
  /** The response, as JSON. */
  readonly results: string;
}

/** A request that the contract allows, as the operation's handler gets it. */
export type OperationRequest<Id extends OperationId> = Id extends EventOperationId
  ? EventRequest
  : Id extends EventsWithResultsOperationId
    ? EventsWithResultsRequest
    : Id extends PublicOperationId
      ? PublicRequest<Id>
      : Id extends PrivateOperationId
        ? PrivateRequest<Id>
        : never;

type Headers = Readonly<Record<string, string>>;

type ReplyWith<Status, Response> = Response extends { content: infer Content }
  ? {
      [Type in keyof Content]: Type extends "application/json"
        ? {
            readonly status: Status;
            readonly body: Content[Type] | JsonText<Content[Type]>;
            readonly headers?: Headers;
          }
        : {
            readonly status: Status;
            readonly type: Type;
            readonly stream: Readable | Uint8Array | string;
            readonly headers?: Headers;
          };
    }[keyof Content]
  : { readonly status: Status; readonly headers?: Headers };

/**
 * A reply that the contract describes: another status, or a body of another shape, does not compile.
 * Refusals are thrown as `Problem`.
 */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"]]: ReplyWith<Status, operations[Id]["responses"][Status]>;
}[keyof operations[Id]["responses"]];

export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<Reply<Id>>;

/** A handler for each of these operations: a missing one, or one too many, does not compile. */
export type OperationHandlers<Id extends OperationId> = { readonly [One in Id]: Handler<One> };

interface CommonReply {
  readonly status: number;
  readonly headers?: Headers;
}

/** The reply of any operation that replies with JSON, or without a body. */
export interface JsonReply extends CommonReply {
  readonly body?: unknown;
  readonly stream?: undefined;
}

interface StreamReply extends CommonReply {
  readonly body?: undefined;
  readonly stream: Readable | Uint8Array | string;
  readonly type: string;
}

/** The reply of any operation, for code that treats all of them alike. */
export type AnyReply = JsonReply | StreamReply;
