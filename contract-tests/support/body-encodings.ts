import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import LZString from "lz-string";
import type { RequestOptions } from "../client/contract-client.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const TEXT = { "content-type": "text/plain" };
const BYTES = { "content-type": "application/octet-stream" };
const JSON_TYPE = { "content-type": "application/json" };

const base64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");
const lz64 = (text: string) => LZString.compressToBase64(text);
const formField = (value: string, more = "") => `data=${encodeURIComponent(value)}${more}`;

type BodyEncoding = (json: string) => Pick<RequestOptions, "text" | "headers" | "query">;

const BASE64_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Returns what lz-string makes of a long run of one character, but quickly: `phrases`, each longer by one than the one
 * before it.
 */
export function lz64Bomb(character: string, phrases: number): string {
  const bits: number[] = [];
  const write = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >> bit) & 1);
  };
  write(0, 2);
  write(character.charCodeAt(0), 8);
  let [width, untilWider] = [3, 4];
  for (let phrase = 0; phrase < phrases; phrase++) {
    write(4 + phrase, width);
    untilWider -= 1;
    if (untilWider > 0) continue;
    untilWider = 2 ** width;
    width += 1;
  }
  write(2, width);
  const sixes = Array.from({ length: Math.ceil(bits.length / 6) }, (_, at) => bits.slice(6 * at, 6 * at + 6));
  return sixes.map((six) => BASE64_ALPHABET[Number.parseInt(six.join("").padEnd(6, "0"), 2)]).join("");
}

/** How client libraries pack a request's JSON, by what they are. */
export const BODY_ENCODINGS: Readonly<Record<string, BodyEncoding>> = {
  "plain, labelled as text": (json) => ({ text: json, headers: TEXT }),
  "plain, in bytes": (json) => ({ text: json, headers: BYTES }),
  "gzip, said in the header": (json) => ({
    text: gzipSync(json),
    headers: { ...JSON_TYPE, "content-encoding": "gzip" },
  }),
  br: (json) => ({ text: brotliCompressSync(json), headers: { ...JSON_TYPE, "content-encoding": "br" } }),
  deflate: (json) => ({ text: deflateSync(json), headers: { ...JSON_TYPE, "content-encoding": "deflate" } }),
  "deflate without the header of zlib": (json) => ({
    text: deflateRawSync(json),
    headers: { ...JSON_TYPE, "content-encoding": "deflate" },
  }),
  "gzip, said in the query": (json) => ({
    text: gzipSync(json),
    headers: TEXT,
    query: "?compression=gzip-js&ip=1&ver=1.96.1",
  }),
  "gzip that nothing tells of": (json) => ({ text: gzipSync(json), headers: TEXT }),
  "gzip in base64": (json) => ({ text: base64(gzipSync(json)), headers: TEXT, query: "?compression=gzip" }),
  base64: (json) => ({ text: base64(json), headers: TEXT, query: "?compression=base64" }),
  "base64 in a form": (json) => ({ text: formField(base64(json)), headers: FORM, query: "?ip=1&_=1773308463250" }),
  "base64 in a form, its pluses not encoded": (json) => ({ text: `data=${base64(json)}`, headers: FORM }),
  "gzip in base64 in a form": (json) => ({
    text: formField(base64(gzipSync(json)), "&compression=gzip"),
    headers: FORM,
  }),
  "plain in a form": (json) => ({ text: formField(json), headers: FORM }),
  "plain, labelled as a form": (json) => ({ text: json, headers: FORM }),
  "lz64 in a form that says so": (json) => ({ text: formField(lz64(json), "&compression=lz64"), headers: FORM }),
  "lz64 in a form, said in the query": (json) => ({
    text: formField(lz64(json)),
    headers: FORM,
    query: "?compression=lz64",
  }),
  "lz64 in a form, its pluses not encoded": (json) => ({ text: `data=${lz64(json)}&compression=lz64`, headers: FORM }),
  "lz64 as text": (json) => ({ text: lz64(json), headers: TEXT, query: "?compression=lz64" }),
};
