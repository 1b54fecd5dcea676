import { EMAIL_PROPERTY, emailAfter } from "../../email.ts";
import type { PersonUpdate } from "../../ports/persons.ts";
import { EditedProperties } from "../../property-text.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { PersonRow } from "./person-row.ts";

/** Persons with larger properties are large: many of them may not fit in memory. */
export const MAX_SMALL_BYTES = 16_384;
const MAX_HELD_CHARACTERS = 16 * 1024 * 1024;

const SELECT_CONTENT = "SELECT properties, email FROM persons WHERE id = ?";
const IDENTIFY = "UPDATE persons SET is_identified = 1 WHERE id = ?";
const UPDATE = "UPDATE persons SET properties = ?, email = ?, created_at = ? WHERE id = ?";
const UPDATE_EMAIL = "UPDATE persons SET email = ?, created_at = ? WHERE id = ?";

/** A row without its properties and address if it is large. */
export interface LightRow extends Omit<PersonRow, "properties"> {
  readonly properties: string | null;
}

/** Columns of a `LightRow`. Columns after large properties take time to find, so they are not read. */
export const LIGHT_COLUMNS = `id, project_id, uuid, is_identified, created_at,
  iif(octet_length(properties) <= ${MAX_SMALL_BYTES}, properties, NULL) AS properties,
  iif(octet_length(properties) <= ${MAX_SMALL_BYTES}, email, NULL) AS email`;

type Content = Pick<PersonRow, "properties" | "email">;

/** A large person whose properties, address and time of creation are newer than its row. */
interface HeldPerson {
  readonly id: number;
  readonly before: Pick<PersonRow, "email" | "created_at">;
  readonly size: number;
  readonly properties: EditedProperties;
  email: string | null;
  createdAt: number;
}

/** Changes large persons in memory, so that each is written once. Until `flush`, only this object knows the changes. */
export class LargePersons {
  readonly #held = new Map<number, HeldPerson>();
  #heldCharacters = 0;

  /** Returns how many changes were refused. */
  update(sql: Sql, row: LightRow, { changes, identify }: Pick<PersonUpdate, "changes" | "identify">): number {
    if (identify && row.is_identified === 0) sql.run(IDENTIFY, row.id);
    if (changes.length === 0) return 0;
    const person = this.#hold(sql, row);
    const refused = person.properties.change(changes);
    person.email = emailAfter(person.email, changes, refused, () => person.properties.get(EMAIL_PROPERTY));
    return refused;
  }

  /** Adds to a large person what it lacks of another. Returns false if the properties together are too large. */
  merge(sql: Sql, row: LightRow, from: PersonRow): boolean {
    const person = this.#hold(sql, row);
    person.createdAt = Math.min(person.createdAt, from.created_at);
    const { properties } = person;
    const getsEmail = person.email === null && from.email !== null && !properties.has(EMAIL_PROPERTY);
    if (!properties.addMissing(from.properties)) return false;
    if (getsEmail) person.email = from.email;
    return true;
  }

  /** Returns the whole row, and forgets what is held of it: the caller writes or deletes it. */
  whole(sql: Sql, row: LightRow): PersonRow {
    if (row.properties !== null) return { ...row, properties: row.properties };
    const person = this.#held.get(row.id);
    if (!person) return { ...row, ...sql.one<Content>(SELECT_CONTENT, row.id) };
    this.#held.delete(row.id);
    this.#heldCharacters -= person.size;
    return { ...row, properties: person.properties.text, email: person.email, created_at: person.createdAt };
  }

  flush(sql: Sql): void {
    for (const { id, before, properties, email, createdAt } of this.#held.values()) {
      if (properties.isChanged) sql.run(UPDATE, properties.text, email, createdAt, id);
      else if (email !== before.email || createdAt !== before.created_at) sql.run(UPDATE_EMAIL, email, createdAt, id);
    }
    this.clear();
  }

  clear(): void {
    this.#held.clear();
    this.#heldCharacters = 0;
  }

  #hold(sql: Sql, { id, created_at }: LightRow): HeldPerson {
    const held = this.#held.get(id);
    if (held) return held;
    if (this.#heldCharacters > MAX_HELD_CHARACTERS) this.flush(sql);
    const { properties, email } = sql.one<Content>(SELECT_CONTENT, id);
    const person = {
      id,
      before: { email, created_at },
      size: properties.length,
      properties: new EditedProperties(properties),
      email,
      createdAt: created_at,
    };
    this.#held.set(id, person);
    this.#heldCharacters += person.size;
    return person;
  }
}
