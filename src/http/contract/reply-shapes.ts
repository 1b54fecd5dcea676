import { readFile } from "node:fs/promises";
import type { ValidateFunction } from "ajv";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { newAjv } from "./open-backend.ts";

/** What the document says of an operation's reply with a status. */
export interface ReplyShape {
  readonly types: readonly string[];
  /** Null if the reply has no JSON. */
  readonly validate: ValidateFunction | null;
}

export type ReplyShapes = (id: string, status: number) => ReplyShape | undefined;

/** Where a document has the schema of each reply: for each operation and status, its media types and a pointer. */
export type ReplyTable = Readonly<Record<string, Readonly<Record<string, ReplyRow>>>>;
type ReplyRow = { readonly types: readonly string[]; readonly pointer: string | null };

interface Reply {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}
interface ReplyDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string; responses?: object }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Reply>> };
}

/** Compiles each schema at its first reply, unless a build has done so (`scripts/bundle-service.mjs`). */
export async function loadReplyShapes(): Promise<ReplyShapes> {
  return replyShapesOf(await readFile(COMPLETE_JSON, "utf8"));
}

export function replyShapesOf(json: string): ReplyShapes {
  const document = JSON.parse(json) as ReplyDocument;
  const ajv = newReplyAjv(document);
  const table = replyTable(document);
  return (id, status) => {
    const row = table[id]?.[status];
    const validate = row?.pointer ? (ajv.getSchema(row.pointer) ?? null) : null;
    return row && { types: row.types, validate };
  };
}

/** Fills in no defaults, which would make up for fields that a reply lacks. */
export function newReplyAjv(document: object, options: object = {}) {
  const ajv = newAjv({ inlineRefs: false, validateSchema: false, ...options });
  return ajv.addSchema(document, DOCUMENT);
}
const DOCUMENT = "contract";

/** Two replies with the same schema in the components have the same pointer. */
export function replyTable({ paths, components }: ReplyDocument): ReplyTable {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      place: `#/paths/${escapeSegment(path)}/${method}`,
      ...operation,
    })),
  );
  const rowsOf = (place: string, responses: object) =>
    Object.entries(responses as Record<string, Reply>).map(([status, reply]): [string, ReplyRow] => {
      const { $ref: shared } = reply;
      const { content = {} } = shared ? (components.responses[shared.split("/").at(-1) ?? ""] ?? {}) : reply;
      const json = content["application/json"];
      const own = `${shared ?? `${place}/responses/${status}`}/content/application~1json/schema`;
      const pointer = json ? `${DOCUMENT}${json.schema?.$ref ?? own}` : null;
      return [status, { types: Object.keys(content), pointer }];
    });
  return Object.fromEntries(
    operations
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ place, operationId, responses = {} }) => [operationId, Object.fromEntries(rowsOf(place, responses))]),
  );
}

const escapeSegment = (segment: string) => encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));
