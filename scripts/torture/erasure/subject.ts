import { randomBytes, randomUUID } from "node:crypto";

/** An event as a client sends it. */
export type SentEvent = Readonly<Record<string, unknown>>;

const EVENTS_PER_ID = 40;
const FLAG_KEY = "continuous";

/** The flag for which an identifier of the person is kept. */
export const CONTINUOUS_FLAG = {
  key: FLAG_KEY,
  name: "Keeps its decision when a person is identified",
  active: true,
  ensure_experience_continuity: true,
  filters: { groups: [{ properties: [], rollout_percentage: 50 }] },
};

/**
 * The person that is erased. Everything that it sends contains its canary, except for one distinct id, which is used
 * again. The other ids are sorted among those of visitors, so that they are on pages that change often.
 */
export class Subject {
  /** A unique text that no encoding of JSON, URLs or paths changes. */
  readonly canary = `canary${randomBytes(12).toString("hex")}`;
  readonly id = "visitor 1 to be erased";
  readonly anonymousId = `visitor 3 before ${this.canary}`;
  readonly alias = `visitor 7 before ${this.canary}`;
  readonly flushedSession = `session 1 of ${this.canary}`;
  readonly unflushedSession = `session 2 of ${this.canary}`;
  /** A session without snapshots. */
  readonly unrecordedSession = `session 3 of ${this.canary}`;

  get ids(): readonly string[] {
    return [this.id, this.anonymousId, this.alias];
  }

  /** Creates the person, with properties and three distinct ids that have events. */
  identification(): SentEvent[] {
    const properties = { $set: { email: `${this.canary}@example.com` }, $set_once: { first_note: this.#note } };
    return [
      ...this.uses(this.anonymousId, EVENTS_PER_ID),
      ...this.uses(this.alias, EVENTS_PER_ID),
      newEvent("$identify", this.id, { $anon_distinct_id: this.anonymousId, ...properties }),
      newEvent("$create_alias", this.id, { alias: this.alias }),
      ...this.uses(this.id, EVENTS_PER_ID),
    ];
  }

  /** Events with a note in their own properties and in those of a session. */
  uses(distinctId: string, count: number): SentEvent[] {
    const session = { $session_id: this.unrecordedSession, $current_url: `https://example.com/${this.canary}` };
    return Array.from({ length: count }, () => newEvent("used", distinctId, { note: this.#note, ...session }));
  }

  /** A snapshot of about as many bytes, with texts that hardly shrink when they are compressed. */
  snapshot(session: string, bytes: number): SentEvent {
    const data = { source: 2, type: 2, id: 1, text: randomBytes(bytes / 2).toString("hex"), note: this.#note };
    const properties = { $session_id: session, $current_url: `https://example.com/${this.canary}` };
    const $snapshot_data = [{ type: 3, timestamp: Date.now(), data }];
    return newEvent("$snapshot", this.id, { ...properties, $snapshot_data });
  }

  /** The first of two chunks of a snapshot, as old clients send it; the second never arrives. */
  chunk(): SentEvent {
    const $snapshot_data = { chunk_id: `chunk ${this.canary}`, chunk_index: 0, chunk_count: 2, data: this.canary };
    return newEvent("$snapshot", this.anonymousId, { $session_id: this.unflushedSession, $snapshot_data });
  }

  /** A snapshot that becomes a dead letter. */
  invalidSnapshot(): SentEvent {
    return newEvent("$snapshot", this.alias, { $session_id: this.unflushedSession, $snapshot_data: this.#note });
  }

  /** Asks for flags, whereupon an identifier of the person is kept. */
  flagQuery(): object {
    return { distinct_id: this.id, $anon_distinct_id: this.anonymousId };
  }

  get #note(): string {
    return `"${this.canary}" \\ \u00e9`;
  }
}

function newEvent(event: string, distinct_id: string, properties: object): SentEvent {
  return { event, distinct_id, uuid: randomUUID(), properties };
}

/** Returns JSON with the letters and digits of all texts escaped, as a client may send it. */
export function escapedJson(value: unknown): string {
  return JSON.stringify(value).replace(/"((?:[^"\\]|\\.)*)"/g, (text) =>
    text.replace(/\\.|[A-Za-z0-9]/g, (part) =>
      part.length > 1 ? part : `\\u${part.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}
