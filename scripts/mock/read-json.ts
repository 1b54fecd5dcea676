import type { IncomingMessage } from "node:http";
import type { ContractOperation } from "../../src/http/contract/routes.ts";
import { readEncoding } from "../../src/http/decode/body-encoding.ts";
import { newBodyMemory } from "../../src/http/decode/body-memory.ts";
import { readBody, requirePlainJson } from "../../src/http/decode/read-body.ts";
import { unpackBody } from "../../src/http/decode/unpack-body.ts";
import { problem } from "../../src/lib/problem.ts";

const MAX_BODY_BYTES = 20 * 1024 * 1024;
const memory = newBodyMemory(Number.POSITIVE_INFINITY);

/**
 * Reads the JSON of a body, unpacked as the service does; undefined if the operation has none or the body is empty.
 * Throws the `Problem` of a body that the service could not read.
 */
export async function readJson(
  request: IncomingMessage,
  { access, hasBody, bodyLimit: limit = MAX_BODY_BYTES }: ContractOperation,
  queryString: string,
): Promise<unknown> {
  if (!hasBody) return undefined;
  const { headers } = request;
  const bytes = await readBody(request, { limit, memory });
  if (bytes.byteLength === 0) return undefined;
  if (access === "private") requirePlainJson(headers);
  const encoding = access === "private" ? null : readEncoding({ headers, queryString });
  const json = encoding ? unpackBody(bytes, encoding, limit) : bytes;
  try {
    return JSON.parse(Buffer.from(json).toString());
  } catch {
    throw problem("parse_error");
  }
}
