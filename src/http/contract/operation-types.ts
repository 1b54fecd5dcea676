import type { Readable } from "node:stream";
import type { operations } from "../../../generated/openapi.ts";
import type { contractOperations } from "../../../generated/operations.ts";
import type { Organization, Project } from "../../store/records/tenant-kinds.ts";
import type { Caller, Credentials } from "../../tenants/keyring.ts";
import type { JsonText } from "../raw-json.ts";

type Table = typeof contractOperations;
type IdsWhere<Row> = { [Id in keyof Table]: Table[Id] extends Row ? Id : never }[keyof Table];

/** Second paths of other operations (`x-alias-of`), without handlers of their own. */
export type AliasId = IdsWhere<{ aliasOf: string }>;
export type OperationId = Exclude<keyof Table, AliasId>;
export type PublicOperationId = Exclude<IdsWhere<{ access: "public" }>, AliasId>;
export type PrivateOperationId = Exclude<IdsWhere<{ access: "private" }>, AliasId>;
export type EventOperationId = Exclude<IdsWhere<{ clientShapes: "events" }>, AliasId>;
export type EventsWithResultsOperationId = IdsWhere<{ clientShapes: "events-with-results" }>;
export type FlagOperationId = Exclude<IdsWhere<{ clientShapes: "flags" }>, AliasId>;
export type OfrepOperationId = IdsWhere<{ clientShapes: "ofrep" }>;

type Parameters<Id extends OperationId> = operations[Id]["parameters"];
type DefaultedName<Id extends OperationId> = {
  [Name in keyof Table[Id]["query"]]: Table[Id]["query"][Name] extends { default: unknown } ? Name : never;
}[keyof Table[Id]["query"]];

/** Parameters with a default are always there. */
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

/** Returns an empty text if the header is absent. */
type ReadHeader<Header> = (name: keyof NonNullable<Header> & string) => string;

export interface PublicRequest<Id extends PublicOperationId> extends CommonRequest<Id> {
  readonly credentials: Table[Id] extends { clientShapes: string } ? Credentials : undefined;
  readonly acceptsGzip: Table[Id] extends { clientShapes: string } ? undefined : () => boolean;
  readonly clientAddress: Table[Id] extends { clientShapes: string } ? undefined : () => string;
  readonly header: ReadHeader<Parameters<Id>["header"]>;
  /** What the headers say of the program that asks for flags; undefined if they say nothing. */
  readonly runtime: Table[Id] extends { clientShapes: string } ? Runtime | undefined : undefined;
  readonly browser: Table[Id] extends { clientShapes: string } ? undefined : () => Browser;
}

export type Runtime = "client" | "server";

export interface Browser {
  readonly isForeign: boolean;
  /** Empty if absent. */
  readonly userAgent: string;
  /** Binds a sign-in with a provider to the browser. */
  readonly signInCookie: string | undefined;
  readonly baseUrl: string;
}

type Named<Id extends OperationId, Parameter extends string, Found> =
  NonNullable<Parameters<Id>["path"]> extends { readonly [Name in Parameter]: unknown } ? Found : undefined;

export interface PrivateRequest<Id extends PrivateOperationId> extends CommonRequest<Id> {
  readonly caller: Caller;
  /** The project in the path, of which the caller is a member, unless a token in the query names it. */
  readonly project: Table[Id]["query"] extends { token: unknown } ? undefined : Named<Id, "project_id", Project>;
  /** The organization in the path, of which the caller is a member. */
  readonly organization: Named<Id, "parent_lookup_organization_id", Organization>;
  readonly acceptsGzip: () => boolean;
  /** Returns whether the client prefers JSON, or JSON lines where the operation streams. */
  readonly prefers: (type: string) => boolean;
  readonly header: ReadHeader<Parameters<Id>["header"]>;
  readonly url: string;
  readonly baseUrl: () => string;
  /** Answers another private operation of the same caller. Throws a `Problem` if that is refused. */
  readonly answerOther: (call: OperationCall) => Promise<AnyReply>;
}

export interface OperationCall {
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body?: unknown;
}

/** Events stay JSON until the drain normalizes them. */
export interface EventRequest {
  readonly credentials: Credentials;
  readonly count: number;
  /** Body as it came, without its keys if one is a personal key, or the parts of a large batch. */
  readonly json: Uint8Array;
  readonly partBytes?: readonly number[] | undefined;
  readonly results?: undefined;
}

export interface EventsWithResultsRequest extends Omit<EventRequest, "results"> {
  /** Response as JSON. */
  readonly results: string;
}

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

/** Other statuses or bodies than the contract's do not compile. Refusals are thrown as `Problem`. */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"]]: ReplyWith<Status, operations[Id]["responses"][Status]>;
}[keyof operations[Id]["responses"]];

type BodyOf<Response> = Response extends { content: infer Content }
  ? Content extends { "application/json": infer Body }
    ? Body extends { readonly status: number }
      ? never
      : Body | JsonText<Body>
    : never
  : // biome-ignore lint/suspicious/noConfusingVoidType: a handler of nothing may end without a value
    void;

/** The body of the success, which stands for the whole reply; `void` if there is none. Clients get whole replies. */
export type Answer<Id extends OperationId> = Table[Id] extends { clientShapes: string }
  ? never
  : {
      [Status in keyof operations[Id]["responses"]]: Status extends 200 | 201 | 202 | 204
        ? BodyOf<operations[Id]["responses"][Status]>
        : never;
    }[keyof operations[Id]["responses"]];

export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<Reply<Id> | Answer<Id>>;

/** A missing handler, or one too many, does not compile. */
export type OperationHandlers<Id extends OperationId> = { readonly [One in Id]: Handler<One> };

/** Handlers of all operations whose ids begin with one of these names. */
export type HandlersOf<Name extends string> = OperationHandlers<Extract<OperationId, Name | `${Name}_${string}`>>;

type CommonReply = { readonly status: number; readonly headers?: Headers };

export interface JsonReply extends CommonReply {
  readonly body?: unknown;
  readonly stream?: undefined;
}

interface StreamReply extends CommonReply {
  readonly body?: undefined;
  readonly stream: Readable | Uint8Array | string;
  readonly type: string;
}

export type AnyReply = JsonReply | StreamReply;
