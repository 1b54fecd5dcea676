import { isPropertyMap, type PropertyMap, propertyMap, propertyOf } from "../../lib/json/json.ts";
import { isRrwebEvent, type RrwebEvent } from "./rrweb.ts";
import { type Unpacker, UnreadableSnapshot } from "./snapshot-unpacker.ts";

/** Gzips `data` as a whole, or some parts; no other packing is known. */
const PACKED_VERSION = "2024-10";
const PACKABLE_PARTS = ["texts", "attributes", "removes", "adds"];

export interface ParsedEvents {
  readonly events: readonly RrwebEvent[];
  /** Items as sent, with the first reason. */
  readonly unreadable: { readonly items: readonly unknown[]; readonly reason: string } | null;
}

/** Accepts one rrweb event or a list, plain or packed. */
export function parseRrwebEvents(data: unknown, unpacker: Unpacker): ParsedEvents {
  const events: RrwebEvent[] = [];
  const items: unknown[] = [];
  let reason = "is empty.";
  for (const item of Array.isArray(data) ? data : [data]) {
    try {
      events.push(parseRrwebEvent(item, unpacker));
    } catch (error) {
      if (!(error instanceof UnreadableSnapshot)) throw error;
      if (items.length === 0) reason = error.message;
      items.push(item);
    }
  }
  return { events, unreadable: items.length > 0 || events.length === 0 ? { items, reason } : null };
}

function parseRrwebEvent(item: unknown, unpacker: Unpacker): RrwebEvent {
  if (!isRrwebEvent(item)) {
    throw new UnreadableSnapshot("is not rrweb events, each with a type, and a timestamp in milliseconds.");
  }
  const { cv, data, ...rest } = item as RrwebEvent & { readonly cv?: unknown };
  if (cv === undefined || cv === null) return item;
  if (cv !== PACKED_VERSION) throw new UnreadableSnapshot("is packed in a way that is not known.");
  return { ...rest, data: isPropertyMap(data) ? withPartsUnpacked(data, unpacker) : unpackValue(data, unpacker) };
}

function withPartsUnpacked(data: PropertyMap, unpacker: Unpacker): PropertyMap {
  const parts = PACKABLE_PARTS.filter((part) => typeof propertyOf(data, part) === "string");
  return propertyMap([
    ...Object.entries(data),
    ...parts.map((part) => [part, unpackValue(data[part], unpacker)] as const),
  ]);
}

/** Packed text has one byte per character. */
function unpackValue(value: unknown, unpacker: Unpacker): unknown {
  return typeof value === "string" ? unpacker.unpackJson(Buffer.from(value, "latin1")) : value;
}
