import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";

const ENTRY_BYTES = 46;
const END_BYTES = 22;

/** Returns the files of a ZIP archive below 4 GB by name, read from its end as programs do. Checks their checksums. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.subarray(-END_BYTES);
  assert.equal(end.readUInt32LE(0), 0x06054b50);
  const files = new Map<string, string>();
  let at = end.readUInt32LE(16);
  for (let left = end.readUInt16LE(10); left > 0; left--) {
    const entry = archive.subarray(at);
    assert.equal(entry.readUInt32LE(0), 0x02014b50);
    const nameBytes = entry.readUInt16LE(28);
    const local = archive.subarray(entry.readUInt32LE(42));
    assert.equal(local.readUInt32LE(0), 0x04034b50);
    const begin = 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    const content = inflateRawSync(local.subarray(begin, begin + entry.readUInt32LE(20)));
    assert.deepEqual([content.byteLength, crc32(content)], [entry.readUInt32LE(24), entry.readUInt32LE(16)]);
    files.set(entry.toString("utf8", ENTRY_BYTES, ENTRY_BYTES + nameBytes), content.toString());
    at += ENTRY_BYTES + nameBytes + entry.readUInt16LE(30) + entry.readUInt16LE(32);
  }
  assert.equal(at, archive.byteLength - END_BYTES);
  return files;
}
