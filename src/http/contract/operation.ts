import type { Readable } from "node:stream";
import type { operations } from "../../../generated/openapi.ts";
import type { Caller } from "../../access/keyring.ts";

/** Operations that are another one at a second path, as the document's `x-alias-of` says: they have no handler of their own. */
export type AliasId = "capture_e" | "capture_i_v0_e" | "capture_s" | "capture_track" | "capture_engage";

export type OperationId = Exclude<keyof operations, AliasId>;

/** Operations that anybody may call, or that say in the body whose they are. All others need a personal API key. */
export type PublicOperationId =
  | "capture"
  | "batch"
  | "decide"
  | "flags"
  | "remote_config"
  | "remote_config_script"
  | "client_script"
  | "client_script_version"
  | "surveys"
  | "early_access_features"
  | "web_experiments"
  | "product_tours"
  | "health"
  | "ready"
  | "metrics";

/** Operations that take events. */
export type EventOperationId = "capture" | "batch";

export type PrivateOperationId = Exclude<OperationId, PublicOperationId>;

type JsonBody<Body> = Body extends { content: { "application/json": infer Json } } ? Json : undefined;

/** A request that the contract allows. */
export interface OperationRequest<Id extends OperationId> {
  readonly params: NonNullable<operations[Id]["parameters"]["path"]>;
  readonly query: NonNullable<operations[Id]["parameters"]["query"]>;
  readonly body: JsonBody<NonNullable<operations[Id]["requestBody"]>>;
  /** The body's bytes, where the operation asks for them. */
  readonly raw: Uint8Array;
  /** The token of `Authorization: Bearer`. */
  readonly bearer: string | undefined;
  /** Whose personal API key the request has. */
  readonly caller: Id extends PublicOperationId ? undefined : Caller;
  readonly accepts: (type: string) => boolean;
  readonly acceptsGzip: boolean;
  /** A header that the contract knows; empty where it is not there. */
  readonly header: (name: keyof NonNullable<operations[Id]["parameters"]["header"]> & string) => string;
  /** The request's address without its query, as its client wrote it. */
  readonly url: string;
}

type Headers = Readonly<Record<string, string>>;

type ReplyWith<Status, Response> = Response extends { content: infer Content }
  ? {
      [Type in keyof Content]: Type extends "application/json"
        ? { readonly status: Status; readonly body: Content[Type]; readonly headers?: Headers }
        : {
            readonly status: Status;
            readonly type: Type;
            readonly stream: Readable | string;
            readonly headers?: Headers;
          };
    }[keyof Content]
  : { readonly status: Status; readonly headers?: Headers };

/** An answer that the contract describes: another status, or a body of another shape, does not compile. Refusals are thrown as `Problem`. */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"]]: ReplyWith<Status, operations[Id]["responses"][Status]>;
}[keyof operations[Id]["responses"]];

export type Handler<Id extends OperationId> = (request: OperationRequest<Id>) => Promise<Reply<Id>>;

/** What answers some of the contract's operations. */
export type OperationHandlers<Id extends OperationId> = { readonly [One in Id]: Handler<One> };

/** Any operation's answer, for what handles all of them alike. */
export type AnyReply = { readonly status: number; readonly headers?: Headers } & (
  | { readonly body?: undefined; readonly stream?: undefined }
  | { readonly body: unknown; readonly stream?: undefined }
  | { readonly body?: undefined; readonly stream: Readable | string; readonly type: string }
);

/** Any operation's handler; whoever calls it has made the request that the operation's contract describes. */
export type AnyHandler = (request: never) => Promise<AnyReply>;
