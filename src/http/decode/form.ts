import { isUtf8 } from "node:buffer";
import { problem } from "../../lib/problem.ts";

const [AMPERSAND, PERCENT, PLUS, SPACE] = [38, 37, 43, 32];

/** Decodes a field of a form; undefined if absent. Throws `parse_error` if it is malformed. */
export function readFormField(form: Uint8Array, name: string): Uint8Array | undefined {
  const bytes = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const isFirst = bytes.subarray(0, name.length + 1).toString("latin1") === `${name}=`;
  const before = isFirst ? -1 : bytes.indexOf(`&${name}=`);
  if (!isFirst && before === -1) return undefined;
  const start = before + name.length + 2;
  const end = bytes.indexOf(AMPERSAND, start);
  return decode(bytes.subarray(start, end === -1 ? undefined : end), name);
}

function decode(encoded: Buffer, name: string): Uint8Array {
  const decoded = Buffer.allocUnsafeSlow(encoded.byteLength);
  let to = 0;
  for (let from = 0; from < encoded.length; from++) {
    const byte = encoded[from] as number;
    if (byte !== PERCENT) decoded[to++] = byte === PLUS ? SPACE : byte;
    else {
      decoded[to++] = 16 * hexDigit(encoded[from + 1], name) + hexDigit(encoded[from + 2], name);
      from += 2;
    }
  }
  const value = decoded.subarray(0, to);
  if (!isUtf8(value)) throw malformed(name);
  return value;
}

function hexDigit(byte = 0, name: string): number {
  const value = HEX_DIGITS[byte] as number;
  if (value < 0) throw malformed(name);
  return value;
}

const HEX_DIGITS = new Int8Array(256).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  for (const form of [digit, digit.toUpperCase()]) HEX_DIGITS[form.charCodeAt(0)] = value;
}

function malformed(name: string) {
  return problem("parse_error", { detail: `The form's field ${name} cannot be read.` });
}
