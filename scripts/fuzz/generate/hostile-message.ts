import { gzipSync } from "node:zlib";
import type { RawRequest } from "../../../contract-tests/client/exchange.ts";
import { BODY_ENCODINGS, lz64Bomb } from "../../../contract-tests/support/body-encodings.ts";
import type { Random } from "../../seeded-random.ts";
import type { FuzzContext } from "./fuzz-context.ts";
import { type HostileJson, hostileJson } from "./hostile-json.ts";
import { pick, randomSize, randomWord } from "./random-text.ts";

const MAX_PLAIN_BYTES = 4_000_000;
const MAX_PACKED_BYTES = 40_000_000;
const EVENT_PATHS = [
  ...["/capture/", "/batch/", "/e/", "/i/v0/e/", "/i/v0/ai/batch/", "/s/", "/track/", "/engage/"],
  "/i/v1/analytics/events",
];
const FLAG_PATHS = ["/decide/", "/decide/?v=3", "/decide/?v=4", "/flags/", "/flags/?v=2&config=true"];
const JSON_TYPE = { "content-type": "application/json" };
/** What one attacker's persons, groups and sessions share, so that requests add up. */
const VICTIM = "victim";

type Body = Pick<RawRequest, "body" | "headers"> & { readonly query?: string };
type Wrap = (json: string, key: string, random: Random) => string;

const event = (key: string, fields: string, name = "e") =>
  `{"api_key":"${key}","event":"${name}","distinct_id":"${VICTIM}",${fields}}`;

/** Where hostile JSON stands in a request with events. */
const EVENT_PLACES: Readonly<Record<string, Wrap>> = {
  body: (json) => json,
  properties: (json, key) => event(key, `"properties":{"p":${json}}`),
  $set: (json, key, random) => event(key, `"$set":{"${randomWord(random)}":${json}}`),
  "$set of all": (json, key) => event(key, `"$set":${json}`),
  $set_once: (json, key, random) => event(key, `"properties":{"$set_once":{"${randomWord(random)}":${json}}}`),
  $unset: (json, key) => event(key, `"$unset":${json}`),
  distinct_id: (json, key) => `{"api_key":"${key}","event":"e","distinct_id":${json}}`,
  event: (json, key) => `{"api_key":"${key}","distinct_id":"d","event":${json}}`,
  timestamp: (json, key) => event(key, `"timestamp":${json}`),
  api_key: (json) => `{"api_key":${json},"event":"e","distinct_id":"d"}`,
  "escaped api_key": (json, key) => `{"\\u0061pi_key":"${key}","event":"e","distinct_id":"d","properties":${json}}`,
  personal_api_key: (json, key) =>
    `{"personal_api_key":"${key}","project_id":1,"event":"e","properties":{"p":${json}}}`,
  batch: (json, key) => `{"api_key":"${key}","batch":${json}}`,
  "options of a batch": (json, key) =>
    `{"api_key":"${key}","batch":[{"event":"e","distinct_id":"d","session_id":${json},"options":${json}}]}`,
  groups: (json, key) => event(key, `"properties":{"$groups":${json}}`),
  $group_set: (json, key) =>
    event(key, `"properties":{"$group_type":"company","$group_key":"g","$group_set":${json}}`, "$groupidentify"),
  $group_type: (json, key) =>
    event(key, `"properties":{"$group_type":${json},"$group_key":"g","$group_set":{}}`, "$groupidentify"),
  alias: (json, key) =>
    `{"api_key":"${key}","event":"$create_alias","distinct_id":"${VICTIM}","properties":{"alias":${json}}}`,
  snapshot: (json, key) => snapshot(key, json),
  "snapshot data": (json, key) => snapshot(key, `[{"type":3,"timestamp":${Date.now()},"data":${json}}]`),
  "packed snapshot": (json, key) => snapshot(key, packedParts(json, 1)),
  "twenty packed parts": (json, key) => snapshot(key, packedParts(json, 20)),
};

/** Where hostile JSON stands in a request for flags. */
const FLAG_PLACES: Readonly<Record<string, Wrap>> = {
  body: (json) => json,
  person_properties: (json, key) =>
    `{"api_key":"${key}","distinct_id":"d","person_properties":{"plan":${json},"email":${json}}}`,
  "person_properties of all": (json, key) => `{"api_key":"${key}","distinct_id":"d","person_properties":${json}}`,
  group_properties: (json, key) =>
    `{"api_key":"${key}","distinct_id":"d","groups":{"company":"c"},"group_properties":{"company":{"seats":${json}}}}`,
  groups: (json, key) => `{"api_key":"${key}","distinct_id":"d","groups":${json}}`,
  flag_keys_to_evaluate: (json, key) => `{"api_key":"${key}","distinct_id":"d","flag_keys_to_evaluate":${json}}`,
  distinct_id: (json, key) => `{"api_key":"${key}","distinct_id":${json}}`,
};

function snapshot(key: string, data: string): string {
  return event(key, `"properties":{"$session_id":"${VICTIM}","$snapshot_data":${data}}`, "$snapshot");
}

/** Returns rrweb events with gzipped parts, as newer recorders send them. */
function packedParts(json: string, count: number): string {
  const packed = JSON.stringify(gzipSync(json).toString("latin1"));
  const parts = `{"source":0,"texts":${packed},"attributes":${packed},"removes":[],"adds":${packed}}`;
  return `[${Array(count).fill(`{"type":3,"timestamp":${Date.now()},"cv":"2024-10","data":${parts}}`).join()}]`;
}

/** Returns requests that no honest client sends: much of one thing, in any place, in any encoding. */
export function hostileMessage(random: Random, context: FuzzContext): { title: string; messages: [RawRequest] } {
  const isForEvents = random.chance(0.6);
  const path = pick(isForEvents ? EVENT_PATHS : FLAG_PATHS, random);
  const places = isForEvents ? EVENT_PLACES : FLAG_PLACES;
  const place = pick(Object.keys(places), random);
  const encoding = pick(Object.keys(ENCODINGS), random);
  const key = random.chance(0.8)
    ? context.projectKey
    : pick(["", "phc_unknown", context.personalKey, context.readOnlyKey], random);
  const isPlain = encoding === "plain" && !place.includes("packed");
  const hostile = hostileJson(random, isPlain ? MAX_PLAIN_BYTES : MAX_PACKED_BYTES);
  const json = places[place]?.(hostile.json, key, random) ?? "";
  const { query = "", ...body } = ENCODINGS[encoding]?.(json, random) ?? {};
  const address = query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
  return { title: titleOf(path, hostile, place, encoding), messages: [{ method: "POST", path: address, ...body }] };
}

function titleOf(path: string, { name }: HostileJson, place: string, encoding: string): string {
  return `${path}: ${name} as ${place}, ${encoding}`;
}

const GZIP = { ...JSON_TYPE, "content-encoding": "gzip" };

const ENCODINGS: Readonly<Record<string, (json: string, random: Random) => Body>> = {
  plain: (body) => ({ body, headers: JSON_TYPE }),
  gzip: (json, random) => ({ body: gzipSync(json, { level: random.integer(1, 9) }), headers: GZIP }),
  "gzip in the query": (json) => ({
    body: gzipSync(json),
    headers: { "content-type": "text/plain" },
    query: "compression=gzip-js",
  }),
  "gzip twice": (json) => ({ body: gzipSync(gzipSync(json)), headers: GZIP }),
  "gzip members": (json) => ({ body: Buffer.concat(Array(20).fill(gzipSync(json))), headers: GZIP }),
  "gzip cut off": (json) => ({ body: gzipSync(json).subarray(0, -9), headers: GZIP }),
  "gzip with rubbish": (json, random) => {
    const packed = gzipSync(json);
    packed[random.integer(0, packed.length - 1)] = random.integer(0, 255);
    return { body: packed, headers: GZIP };
  },
  "a client's encoding": (json, random) => {
    const { lz64, ...quick } = splitEncodings();
    const { text, headers, query } = pick(json.length < 100_000 ? [...quick.all, ...lz64] : quick.all, random)(json);
    return { body: text, headers, query: String(query ?? "").slice(1) };
  },
  "base64 of surrogates": (_json, random) => {
    const bytes = Buffer.alloc(3 * randomSize(3_000_000, random), Buffer.from([0xed, 0xa0, 0x80]));
    return { body: `data=${encodeURIComponent(bytes.toString("base64"))}`, headers: FORM };
  },
  "lz64 bomb": (_json, random) => ({
    body: `data=${encodeURIComponent(lz64Bomb(" ", randomSize(5000, random)))}&compression=lz64`,
    headers: FORM,
  }),
  "pluses in a form": (json) => ({ body: `data=${"+".repeat(json.length)}`, headers: FORM }),
  "escapes without an end": (json) => ({ body: `data=${"%7B".repeat(json.length / 3)}%7`, headers: FORM }),
  "percent signs": (json) => ({ body: `data=${"%25".repeat(json.length / 3)}`, headers: FORM }),
  "form fields": (json) => ({ body: "a=&".repeat(Math.min(json.length, 5_000_000) / 3), headers: FORM }),
  "bytes outside UTF-8": (json, random) => ({
    body: Buffer.alloc(json.length, random.integer(128, 255)),
    headers: JSON_TYPE,
  }),
  "UTF-16": (json) => ({ body: Buffer.from(`\ufeff${json}`, "utf16le"), headers: JSON_TYPE }),
};
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** lz64 of long texts would keep the fuzzer busy, not the service. */
function splitEncodings() {
  const named = Object.entries(BODY_ENCODINGS);
  const isLz = ([name]: readonly [string, unknown]) => name.startsWith("lz64");
  return {
    lz64: named.filter(isLz).map(([, encode]) => encode),
    all: named.filter((one) => !isLz(one)).map(([, encode]) => encode),
  };
}
