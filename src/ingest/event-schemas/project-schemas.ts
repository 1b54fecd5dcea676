import { LRUCache } from "lru-cache";
import { Problem } from "../../lib/problem.ts";
import type { JsonText, ProjectId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import {
  EVENT_SCHEMA_CHANGES,
  EVENT_SCHEMAS,
  type EventSchemaChanges,
  type EventSchemaRecord,
} from "../../store/records/schema-kinds.ts";
import { checkSchema } from "./check-schema.ts";
import { compileSchema, type Validator } from "./compile-schema.ts";

export type SchemaOfEvent = Pick<EventSchemaRecord, "id" | "revision" | "mode" | "schema">;

export type SchemasOfProject = ReadonlyMap<string, SchemaOfEvent>;

/** Upper bound of the delay after which a change of a schema takes effect. */
const CHANGES_TTL_MS = 1000;
/** Schemas are read again after it: a process that was killed may have changed some without saying so. */
const SCHEMAS_TTL_MS = 60_000;
/** Characters of the schemas that are known, and of those that are compiled. */
const [MAX_KNOWN, MAX_COMPILED] = [16 * 1024 * 1024, 4 * 1024 * 1024];
const ONLY = { name: "all" } as const;
/** Refuses nothing: a later version of the service may have stored a schema that this one does not know. */
const UNKNOWN: Validator = () => null;

interface Known {
  /** How often the schemas had been changed when these were read. */
  readonly changes: number;
  readonly readAt: number;
  readonly schemas: SchemasOfProject;
}

/** Says that schemas of the project change. Called before a first one is stored, too, so that nodes look for it. */
export async function announceChange(projectId: ProjectId, records: Pick<Records, "change">): Promise<void> {
  await records.change(EVENT_SCHEMA_CHANGES, ONLY, (found) => {
    const projects = found?.projects ?? {};
    return { ...ONLY, projects: { ...projects, [projectId]: (projects[projectId] ?? 0) + 1 } };
  });
}

export type ProjectSchemas = ReturnType<typeof projectSchemas>;

/** Reads and compiles schemas on demand. One read a second tells what changed, however many projects there are. */
export function projectSchemas(records: () => Promise<Records>) {
  let changes: { readonly of: EventSchemaChanges["projects"]; readonly readAt: number } | undefined;
  const known = new LRUCache<ProjectId, Known>({
    maxSize: MAX_KNOWN,
    sizeCalculation: ({ schemas }) => [...schemas.values()].reduce((sum, { schema }) => sum + schema.length, 1000),
  });
  const validators = new LRUCache<string, Validator>({
    maxSize: MAX_COMPILED,
    sizeCalculation: (_, text) => text.length + 1,
  });

  const readChanges = async () => {
    const readAt = performance.now();
    if (changes && readAt - changes.readAt < CHANGES_TTL_MS) return changes.of;
    const found = await (await records()).find(EVENT_SCHEMA_CHANGES, ONLY);
    changes = { of: found?.projects ?? {}, readAt };
    return changes.of;
  };
  const schemasOf = async (projectId: ProjectId, count: number): Promise<SchemasOfProject> => {
    const readAt = performance.now();
    const before = known.get(projectId);
    if (before?.changes === count && readAt - before.readAt < SCHEMAS_TTL_MS) return before.schemas;
    const found = await scanAll(await records(), EVENT_SCHEMAS, { where: { projectId } });
    const schemas = new Map(found.map((schema) => [schema.name, schema]));
    known.set(projectId, { changes: count, readAt, schemas });
    return schemas;
  };
  return {
    /** Returns the schemas of those of the projects that have some. Rejects with `StoreUnavailable`. */
    async get(projectIds: Iterable<ProjectId>): Promise<ReadonlyMap<ProjectId, SchemasOfProject>> {
      const counts = await readChanges();
      const found = new Map<ProjectId, SchemasOfProject>();
      const reads = [...projectIds].map(async (projectId) => {
        const count = counts[projectId];
        const schemas = count === undefined ? undefined : await schemasOf(projectId, count);
        if (schemas !== undefined && schemas.size > 0) found.set(projectId, schemas);
      });
      await Promise.all(reads);
      return found;
    },

    validatorOf({ schema }: SchemaOfEvent): Validator {
      const validator = validators.get(schema) ?? compile(schema);
      validators.set(schema, validator);
      return validator;
    },
  };
}

function compile(schema: JsonText): Validator {
  try {
    return compileSchema(checkSchema(JSON.parse(schema)));
  } catch (error) {
    if (error instanceof Problem) return UNKNOWN;
    throw error;
  }
}
