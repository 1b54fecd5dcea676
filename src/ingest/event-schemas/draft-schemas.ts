import type { PropertyMap } from "../../lib/json/json.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { EventPosition, Events } from "../../store/ports/events.ts";
import { MAX_EVENT_SCHEMAS } from "./event-schemas.ts";
import { inferSchema } from "./infer-schema.ts";

export interface DraftSchema {
  readonly event: string;
  readonly mode: "warn";
  readonly schema: object;
}

export interface Drafts {
  readonly schemas: readonly DraftSchema[];
  /** Whether there are older events, which were not read. */
  readonly hasMore: boolean;
}

const PAGE = { events: 1000, bytes: 4 * 1024 * 1024 };
const [MAX_READ, MAX_OF_EVENT, MAX_BYTES] = [50_000, 1000, 64 * 1024 * 1024];

/** Drafts schemas of the newest events, or of one; of libraries' events (`$pageview`) only if it is that one. */
export async function draftSchemas(
  projectId: ProjectId,
  { event, from }: { readonly event?: string | undefined; readonly from: Millis },
  { events }: { readonly events: Pick<Events, "newest"> },
): Promise<Drafts> {
  const samples = new Map<string, PropertyMap[]>();
  let [read, bytes] = [0, 0];
  let before: EventPosition | null = null;
  do {
    const page = await events.newest(projectId, { event, from }, before, PAGE);
    for (const { event: name, properties } of page.events) {
      read += 1;
      if (name.startsWith("$") && name !== event) continue;
      const sample = samples.get(name) ?? [];
      if (sample.length >= MAX_OF_EVENT) continue;
      samples.set(name, sample);
      sample.push(parseJsonText(properties) as PropertyMap);
      bytes += properties.length;
    }
    before = page.next;
    // More of it would not be drafted from.
    if (event !== undefined && samples.get(event)?.length === MAX_OF_EVENT) break;
  } while (before !== null && read < MAX_READ && bytes < MAX_BYTES);
  const frequent = [...samples].toSorted(([, a], [, b]) => b.length - a.length).slice(0, MAX_EVENT_SCHEMAS);
  const schemas = frequent.map(([name, sample]): DraftSchema => {
    return { event: name, mode: "warn", schema: inferSchema(sample) };
  });
  return { schemas: schemas.toSorted((a, b) => (a.event < b.event ? -1 : 1)), hasMore: before !== null };
}
