/** `npm run types` fails if an expected error is none: handlers reply and read what the contract says. */
import type {
  Answer,
  Handler,
  OperationHandlers,
  OperationRequest,
  Reply,
} from "../src/http/contract/operation-types.ts";

export const documented: readonly [Reply<"capture">, Reply<"invites_destroy">, Reply<"metrics">, Reply<"ready">] = [
  { status: 200, body: { status: 1 } },
  { status: 204 },
  { status: 200, type: "text/plain", stream: "sightline_up 1\n", headers: { "X-Any": "1" } },
  {
    status: 503,
    body: {
      status: "unavailable",
      engines: { documents: "ok", files: "ok", journal: "unavailable" },
      stopping: false,
      journal: { entries: 0, bytes: 0, oldest_seconds: 0, dead_letters: 0 },
    },
  },
];

// @ts-expect-error: this status is not documented
export const undocumentedStatus: Reply<"capture"> = { status: 201, body: { status: 1 } };

// @ts-expect-error: the documented body says 1
export const wrongValue: Reply<"capture"> = { status: 200, body: { status: 2 } };

// @ts-expect-error: a field is missing
export const missingField: Reply<"ready"> = { status: 200, body: { status: "ready" } };

// @ts-expect-error: a field is too many
export const unknownField: Reply<"health"> = { status: 200, body: { status: "ok", since: 5 } };

// @ts-expect-error: a body is documented
export const noBody: Reply<"capture"> = { status: 200 };

// @ts-expect-error: no body is documented
export const bodyOfNothing: Reply<"invites_destroy"> = { status: 204, body: {} };

// @ts-expect-error: this content type is not documented
export const wrongType: Reply<"metrics"> = { status: 200, type: "text/html", stream: "" };

// @ts-expect-error: a body of one status is not one of another
export const bodyOfAnother: Reply<"capture"> = { status: 401, body: { status: 1 } };

export const answers: readonly [Answer<"health">, Answer<"invites_destroy">] = [{ status: "ok" }, undefined];

// @ts-expect-error: a client gets a whole reply
export const answerOfClient: Answer<"flags"> = { flags: {}, errorsWhileComputingFlags: false, requestId: "" };

// @ts-expect-error: a stream is no answer
export const streamAlone: Answer<"metrics"> = "";

// @ts-expect-error: no such operation
export const unknownOperation: Handler<"nothing_list"> | undefined = undefined;

// @ts-expect-error: a handler is missing
export const missingHandler: OperationHandlers<"health" | "ready"> = {
  health: async () => ({ status: 200, body: { status: "ok" } }),
};

export const surplusHandler: OperationHandlers<"health"> = {
  health: async () => ({ status: 200, body: { status: "ok" } }),
  // @ts-expect-error: one handler too many
  metrics: async () => ({ status: 200, type: "text/plain", stream: "" }),
};

export function reads(open: OperationRequest<"decide">, restricted: OperationRequest<"invites_destroy">): unknown[] {
  return [
    open.body.distinct_id,
    restricted.params.id,
    restricted.caller.userId,
    // @ts-expect-error: no such parameter
    restricted.params.invite_id,
    // @ts-expect-error: no such field
    open.body.events,
    // @ts-expect-error: a public operation has no caller
    open.caller.userId,
    // @ts-expect-error: this operation has no body
    restricted.body.target_email,
  ];
}

export const onTheWrongSide: Handler<"health"> = async (request) => {
  // @ts-expect-error: a handler that needs a caller cannot answer a public operation
  return { status: 200, body: { status: request.caller.userId === 1 ? "ok" : "ok" } };
};
