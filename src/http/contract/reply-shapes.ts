import { readFile } from "node:fs/promises";
import type { ValidateFunction } from "ajv";
import { COMPLETE_JSON } from "../../lib/documents.ts";
import { type ContractDocument, operationsOf, type Part, resolvePart } from "./document.ts";
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

/** Compiles each schema at its first reply, unless a build has done so (`scripts/bundle-service.mjs`). */
export async function loadReplyShapes(): Promise<ReplyShapes> {
  return replyShapesOf(await readFile(COMPLETE_JSON, "utf8"));
}

export function replyShapesOf(json: string): ReplyShapes {
  const document = JSON.parse(json) as ContractDocument;
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
  const ajv = newAjv({ inlineRefs: false, ...options });
  return ajv.addSchema(document, DOCUMENT);
}
const DOCUMENT = "contract";

/** Two replies with the same schema in the components have the same pointer. */
export function replyTable(document: ContractDocument): ReplyTable {
  const rowOf = (place: string, [status, reply]: [string, Part]): [string, ReplyRow] => {
    const { content = {} } = resolvePart(reply, document);
    const json = content["application/json"];
    const own = `${reply.$ref ?? `${place}/responses/${status}`}/content/application~1json/schema`;
    return [status, { types: Object.keys(content), pointer: json ? `${DOCUMENT}${json.schema?.$ref ?? own}` : null }];
  };
  return Object.fromEntries(
    operationsOf(document).map(({ path, method, operationId, responses = {} }) => {
      const place = `#/paths/${escapeSegment(path)}/${method}`;
      return [operationId, Object.fromEntries(Object.entries(responses).map((reply) => rowOf(place, reply)))];
    }),
  );
}

const escapeSegment = (segment: string) => encodeURIComponent(segment.replaceAll("~", "~0").replaceAll("/", "~1"));
