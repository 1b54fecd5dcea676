import { LRUCache } from "lru-cache";
import { LookupCache } from "../store/lookup-cache.ts";
import type { JsonText, Millis, ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { scanAll } from "../store/records/scan-all.ts";
import { EVENT_SCHEMAS, type EventSchemaRecord } from "../store/records/schema-kinds.ts";
import type { MaybePromise } from "../values/maybe-promise.ts";
import { Problem } from "../values/problem.ts";
import { checkSchema } from "./define/check-schema.ts";
import { compileSchema, type Validator } from "./define/compile-schema.ts";

export type SchemaOfEvent = Pick<EventSchemaRecord, "id" | "revision" | "mode" | "schema">;

/** By the names of the events. */
export type SchemasOfProject = ReadonlyMap<string, SchemaOfEvent>;

/** Upper bound of the delay after which a change of a schema takes effect. */
const SCHEMAS_TTL_MS = 1000;
const MAX_CACHED_PROJECTS = 1000;
/** Of the schemas that are compiled, in characters. */
const MAX_COMPILED = 4 * 1024 * 1024;
/** Refuses nothing: a later version of the service may have stored a schema that this one does not know. */
const UNKNOWN: Validator = () => null;

/** Reads the schemas of projects, and compiles one for the first event that has it. */
export class ProjectSchemas {
  readonly #cache: LookupCache<SchemasOfProject>;
  readonly #validators = new LRUCache<string, Validator>({
    maxSize: MAX_COMPILED,
    sizeCalculation: (_, text) => text.length + 1,
  });

  constructor(records: () => Promise<Records>, now: () => Millis) {
    const find = async (projectId: ProjectId) => {
      const found = await scanAll(await records(), EVENT_SCHEMAS, { where: { projectId } });
      return found.length === 0 ? null : new Map(found.map((schema) => [schema.name, schema]));
    };
    this.#cache = new LookupCache<SchemasOfProject>(find, { now, ttlMs: SCHEMAS_TTL_MS, max: MAX_CACHED_PROJECTS });
  }

  /** Returns the schemas, at once if fresh; null if there are none. Rejects with `StoreUnavailable`. */
  get(projectId: ProjectId): MaybePromise<SchemasOfProject | null> {
    return this.#cache.get(projectId);
  }

  validatorOf({ schema }: SchemaOfEvent): Validator {
    const validator = this.#validators.get(schema) ?? compile(schema);
    this.#validators.set(schema, validator);
    return validator;
  }
}

function compile(schema: JsonText): Validator {
  try {
    return compileSchema(checkSchema(JSON.parse(schema)));
  } catch (error) {
    if (error instanceof Problem) return UNKNOWN;
    throw error;
  }
}
