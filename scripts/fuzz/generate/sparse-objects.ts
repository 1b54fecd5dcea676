import { gzipSync } from "node:zlib";
import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { pick, randomSize } from "./random-text.ts";

const MAX_BYTES = 40_000_000;
const MAX_KEYS = 40;
/** V8 keeps values of keys up to here in arrays, with gaps. */
const MAX_INDEX = 4000;
const HEADERS = { "content-type": "application/json", "content-encoding": "gzip" };

/** Returns a small packed body of many objects, each of which takes many times its text in V8's memory. */
export function sparseObjects(
  random: Random,
  { projectKey }: FuzzContext,
): { title: string; messages: readonly RawRequest[] } {
  const object = sparseObject(random);
  const count = randomSize(MAX_BYTES / object.length, random);
  const list = `[${`${object},`.repeat(count)}{}]`;
  const key = pick([projectKey, projectKey, "phc_unknown", ""], random);
  const path = pick(["/batch/", "/capture/", "/decide/?v=3", "/engage/"], random);
  const place = path === "/batch/" ? "batch" : pick(["properties", "person_properties", "$set"], random);
  const value = place === "batch" ? list : `{"p":${list}}`;
  // With the key behind the objects, a parser reads them before it can know whether the key is good.
  const fields = [`"api_key":"${key}"`, `"event":"e","distinct_id":"d"`, `"${place}":${value}`];
  const json = `{${(random.chance(0.5) ? fields : fields.reverse()).join()}}`;
  const title = `${path}: ${object.slice(0, 40)} × ${count} as ${place}${key === projectKey ? "" : ", without a key"}`;
  return { title, messages: [{ method: "POST", path, headers: HEADERS, body: gzipSync(json) }] };
}

/** Returns an object whose keys are indexes with gaps, plain or escaped. */
function sparseObject(random: Random): string {
  const keys = new Set(Array.from({ length: 1 + randomSize(MAX_KEYS, random) }, () => randomSize(MAX_INDEX, random)));
  const isEscaped = random.chance(0.2);
  const write = (key: number) => {
    const digits = [...String(key)];
    return `"${isEscaped ? digits.map((digit) => `\\u003${digit}`).join("") : digits.join("")}":0`;
  };
  return `{${[...keys].map(write).join()}}`;
}
