import type { components } from "../../../generated/openapi.ts";
import type { DeadLetterExcerpt } from "../../ingest/journal/dead-letter-columns.ts";
import { authorizeProject, requireWriteAccess } from "../../tenants/authorize.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { isoTime } from "./common-wire.ts";
import { describeNodes } from "./nodes-wire.ts";
import { paginate } from "./pagination.ts";

type Schemas = components["schemas"];

export function deadLetterOperations({
  store,
  capture,
}: ServicePorts): OperationHandlers<"dead_letters_list" | "dead_letters_replay"> {
  return {
    dead_letters_list: async ({ caller, params, query, url }) => {
      const { id: projectId } = await authorizeProject(caller, params.project_id, store.tenants);
      const { reason } = query;
      const { reasons, ...listed } = await capture.deadLetters.list({ projectId, exactReason: reason }, query);
      const { node, others } = await describeNodes(capture.node, store.erasures);
      const page = paginate({ ...listed, items: [...listed.items] }, query, url, letterToWire);
      const other_nodes = others.map(({ id, name }) => ({ id, name }));
      return { status: 200, body: { ...page, causes: [...reasons], node, other_nodes } };
    },
    dead_letters_replay: async ({ caller, params, body }) => {
      const { id: projectId } = await authorizeProject(caller, params.project_id, store.tenants);
      requireWriteAccess(caller);
      const moved = await capture.deadLetters.move({ projectId, exactReason: body.reason, uuids: body.uuids });
      return { status: 202, body: { ...moved, node: capture.node } };
    },
  };
}

/** Whole requests may have a personal key. */
const PERSONAL_KEYS = /phx_\w+/g;

function letterToWire(letter: DeadLetterExcerpt): Schemas["DeadLetter"] {
  const { uuid, reason, at, name, distinctId, bytes, excerpt } = letter;
  return {
    ...{ uuid, reason, bytes, event: name, distinct_id: distinctId },
    set_aside_at: isoTime(at),
    excerpt: excerpt.replace(PERSONAL_KEYS, "phx_…"),
  };
}
