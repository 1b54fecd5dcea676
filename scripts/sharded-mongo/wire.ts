import { BSON, type Document } from "mongodb";

// MongoDB's wire protocol: https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/

const HEADER_BYTES = 16;
const LENGTH_BYTES = 4;
const OP_MSG = 2013;
const BODY = 0;
const SEQUENCE = 1;
const HAS_CHECKSUM = 1;
const CHECKSUM_BYTES = 4;
const TEXT = 2;

/**
 * Returns a function that takes what arrives and returns the messages that are complete. It throws if that is not
 * MongoDB's protocol.
 */
export function messageSplitter(): (chunk: Buffer) => Buffer[] {
  let parts: Buffer[] = [];
  let bytes = 0;
  return (chunk) => {
    parts.push(chunk);
    bytes += chunk.byteLength;
    const messages: Buffer[] = [];
    for (;;) {
      const length = bytes < LENGTH_BYTES ? Number.POSITIVE_INFINITY : joined().readInt32LE(0);
      if (length < HEADER_BYTES) throw new Error(`A message of ${length} bytes is none of MongoDB's protocol.`);
      if (bytes < length) return messages;
      const all = Buffer.concat(parts);
      messages.push(all.subarray(0, length));
      parts = [all.subarray(length)];
      bytes -= length;
    }
  };

  /** The first bytes; joins all only if the first part is too short. */
  function joined(): Buffer {
    const [first] = parts;
    if (first && first.byteLength >= LENGTH_BYTES) return first;
    parts = [Buffer.concat(parts)];
    return parts[0] as Buffer;
  }
}

export interface CommandName {
  readonly name: string;
  /** The collection, or another value; empty if it is no text. */
  readonly value: string;
}

/** Returns the name of a message's command, without reading the rest; null if it has none. */
export function nameOf(message: Buffer): CommandName | null {
  const body = sectionsOf(message).find(({ kind }) => kind === BODY)?.content;
  if (!body || body.byteLength <= LENGTH_BYTES + 1) return null;
  const end = body.indexOf(0, LENGTH_BYTES + 1);
  const name = body.toString("utf8", LENGTH_BYTES + 1, end);
  if (body[LENGTH_BYTES] !== TEXT) return { name, value: "" };
  const length = body.readInt32LE(end + 1) - 1;
  const start = end + 1 + LENGTH_BYTES;
  return { name, value: body.toString("utf8", start, start + length) };
}

/** Returns a message's command, with the documents of its sequences. */
export function bodyOf(message: Buffer): Document {
  const body: Document = {};
  for (const { kind, content } of sectionsOf(message)) {
    if (kind === BODY) Object.assign(body, BSON.deserialize(content));
    else {
      const end = content.indexOf(0);
      body[content.toString("utf8", 0, end)] = documentsOf(content.subarray(end + 1));
    }
  }
  return body;
}

/** Returns the message that answers another one. */
export function replyTo(message: Buffer, document: Document): Buffer {
  const body = BSON.serialize(document);
  const reply = Buffer.alloc(HEADER_BYTES + LENGTH_BYTES + 1);
  reply.writeInt32LE(reply.byteLength + body.byteLength, 0);
  reply.writeInt32LE(message.readInt32LE(4), 8);
  reply.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([reply, body]);
}

interface Section {
  readonly kind: number;
  readonly content: Buffer;
}

function sectionsOf(message: Buffer): Section[] {
  if (message.readInt32LE(12) !== OP_MSG) return [];
  const sections: Section[] = [];
  const hasChecksum = (message.readUInt32LE(HEADER_BYTES) & HAS_CHECKSUM) !== 0;
  const end = message.byteLength - (hasChecksum ? CHECKSUM_BYTES : 0);
  for (let start = HEADER_BYTES + LENGTH_BYTES; start < end; ) {
    const kind = message[start];
    const length = message.readInt32LE(start + 1);
    const first = start + 1 + (kind === SEQUENCE ? LENGTH_BYTES : 0);
    const next = start + 1 + length;
    sections.push({ kind: kind ?? BODY, content: message.subarray(first, next) });
    start = next;
  }
  return sections;
}

function documentsOf(bytes: Buffer): Document[] {
  const documents: Document[] = [];
  for (let start = 0; start < bytes.byteLength; ) {
    const length = bytes.readInt32LE(start);
    documents.push(BSON.deserialize(bytes.subarray(start, start + length)));
    start += length;
  }
  return documents;
}
