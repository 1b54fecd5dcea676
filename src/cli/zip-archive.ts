import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import type { ArchiveEntry } from "../export/export-person.ts";

interface WrittenEntry {
  readonly name: Buffer;
  readonly crc: number;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/** Names are UTF-8; sizes and checksum follow the content. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const MAX_UINT32 = 0xffffffff;
const MAX_UINT16 = 0xffff;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const UNIX = 3;
const PRIVATE_FILE = 0o100600;
const BATCH_BYTES = 64 * 1024;

/**
 * Yields a ZIP archive of the entries (PKWARE's APPNOTE 6.3.10, with ZIP64 where sizes need it), reading each content
 * while it is written. Throws what the contents throw.
 */
export async function* zipArchive(entries: AsyncIterable<ArchiveEntry>, now: number): AsyncGenerator<Uint8Array, void> {
  const written: WrittenEntry[] = [];
  const time = dosTime(new Date(now));
  let offset = 0;
  for await (const { path, content } of entries) {
    const name = Buffer.from(path);
    const header = Buffer.concat([localHeader(name, time), name]);
    yield header;
    const measured = { crc: 0, bytes: 0 };
    let packedBytes = 0;
    const packed = pipeline(Readable.from(measure(content, measured)), createDeflateRaw(), () => {});
    for await (const chunk of packed) {
      packedBytes += (chunk as Uint8Array).byteLength;
      yield chunk as Uint8Array;
    }
    const entry = { name, ...measured, packedBytes, offset };
    const descriptor = dataDescriptor(entry);
    yield descriptor;
    written.push(entry);
    offset += header.byteLength + packedBytes + descriptor.byteLength;
  }
  const directory = Buffer.concat(written.map((entry) => directoryEntry(entry, time)));
  yield directory;
  yield endOfDirectory(written.length, directory.byteLength, offset);
}

/** Yields the content in pieces that are worth compressing. Counts its bytes and their checksum. */
async function* measure(content: ArchiveEntry["content"], measured: { crc: number; bytes: number }) {
  const add = (chunk: Uint8Array) => {
    measured.crc = crc32(chunk, measured.crc);
    measured.bytes += chunk.byteLength;
    return chunk;
  };
  let text = "";
  for await (const chunk of content) {
    if (typeof chunk !== "string") yield add(chunk);
    else {
      text += chunk;
      if (text.length < BATCH_BYTES) continue;
      yield add(Buffer.from(text));
      text = "";
    }
  }
  if (text !== "") yield add(Buffer.from(text));
}

/** Packs unsigned numbers in little-endian order, each in the given number of bytes. */
function pack(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

function localHeader(name: Buffer, time: number): Buffer {
  const fields = [
    [4, 0x04034b50],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [4, time],
  ] as const;
  return pack(...fields, [4, 0], [4, 0], [4, 0], [2, name.byteLength], [2, 0]);
}

function dataDescriptor({ crc, bytes, packedBytes }: WrittenEntry): Buffer {
  const size = Math.max(bytes, packedBytes) >= MAX_UINT32 ? 8 : 4;
  return pack([4, 0x08074b50], [4, crc], [size, packedBytes], [size, bytes]);
}

function directoryEntry({ name, crc, bytes, packedBytes, offset }: WrittenEntry, time: number): Buffer {
  const isLarge = Math.max(bytes, packedBytes, offset) >= MAX_UINT32;
  const extra = isLarge ? pack([2, 1], [2, 24], [8, bytes], [8, packedBytes], [8, offset]) : Buffer.alloc(0);
  const version = isLarge ? VERSION_ZIP64 : VERSION;
  const fit = (value: number) => [4, isLarge ? MAX_UINT32 : value] as const;
  return Buffer.concat([
    pack([4, 0x02014b50], [2, (UNIX << 8) | version], [2, version], [2, FLAGS], [2, DEFLATED], [4, time], [4, crc]),
    pack(fit(packedBytes), fit(bytes), [2, name.byteLength], [2, extra.byteLength], [2, 0], [2, 0], [2, 0]),
    pack([4, PRIVATE_FILE * 0x10000], fit(offset)),
    name,
    extra,
  ]);
}

function endOfDirectory(count: number, bytes: number, offset: number): Buffer {
  const isLarge = count >= MAX_UINT16 || Math.max(bytes, offset) >= MAX_UINT32;
  const [count16, bytes32, offset32] = isLarge ? [MAX_UINT16, MAX_UINT32, MAX_UINT32] : [count, bytes, offset];
  const version = (UNIX << 8) | VERSION_ZIP64;
  const zip64 = Buffer.concat([
    pack([4, 0x06064b50], [8, 44], [2, version], [2, VERSION_ZIP64], [4, 0], [4, 0], [8, count], [8, count]),
    pack([8, bytes], [8, offset]),
    pack([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1]),
  ]);
  const end = pack([4, 0x06054b50], [2, 0], [2, 0], [2, count16], [2, count16], [4, bytes32], [4, offset32], [2, 0]);
  return isLarge ? Buffer.concat([zip64, end]) : end;
}

/** Returns the time in UTC as MS-DOS keeps it: the time of day, then the date, 16 bits each. */
function dosTime(date: Date): number {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = (Math.max(0, date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return day * 0x10000 + time;
}
