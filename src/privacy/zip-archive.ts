import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { ArchiveEntry } from "./export-person.ts";

const PRIVATE_FILE = 0o100600;
const BATCH_CHARACTERS = 64 * 1024;

/** Reads each content while it is written. Throws what the contents throw. */
export async function* zipArchive(entries: AsyncIterable<ArchiveEntry>, now: number): AsyncGenerator<Uint8Array, void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const abort = new AbortController();
  const added = addEntries(zip, entries, new Date(now), abort.signal).catch((error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    abort.abort();
    await added;
  }
}

/** Only one content is open at a time. */
async function addEntries(zip: ZipFile, entries: AsyncIterable<ArchiveEntry>, mtime: Date, signal: AbortSignal) {
  for await (const { path, content } of entries) {
    const stream = addAbortSignal(signal, Readable.from(inBatches(content), { objectMode: false }));
    zip.addReadStream(stream, path, { mtime, mode: PRIVATE_FILE });
    await finished(stream);
  }
  zip.end();
}

async function* inBatches(content: ArchiveEntry["content"]) {
  let text = "";
  for await (const chunk of content) {
    if (typeof chunk !== "string") yield chunk;
    else {
      text += chunk;
      if (text.length < BATCH_CHARACTERS) continue;
      yield text;
      text = "";
    }
  }
  if (text !== "") yield text;
}
