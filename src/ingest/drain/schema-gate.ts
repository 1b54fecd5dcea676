import { groupBy } from "../../lib/group-by.ts";
import type { PropertyMap } from "../../lib/json/json.ts";
import { parseJsonText } from "../../lib/json/parse-json-text.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Store } from "../../store/ports/stores.ts";
import type { Violation } from "../../store/records/schema-kinds.ts";
import { type ProjectSchemas, projectSchemas, type SchemasOfProject } from "../event-schemas/project-schemas.ts";
import { addViolations, type FoundViolation } from "../event-schemas/violations.ts";
import type { NormalizedEvent } from "../normalize-events.ts";
import type { StoreResult } from "./store-events.ts";
import { forEachProject } from "./work-pace.ts";

type GateStore = Pick<Store, "records" | "projectRemovals">;

/** How long the events of one project in a batch are checked; those that are left are stored without. */
const MAX_CHECK_MS = 250;

/** Keeps out events that a schema refuses. Counts all violations before storing, each once if a step is repeated. */
export class SchemaGate {
  readonly #schemas: ProjectSchemas;
  readonly #store: () => Promise<GateStore>;
  readonly #now: () => Millis;

  constructor(store: () => Promise<GateStore>, now: () => Millis) {
    this.#schemas = projectSchemas(async () => (await store()).records);
    this.#store = store;
    this.#now = now;
  }

  /** Stores the events that no schema refuses. Those that are stored already have passed before. */
  async pass(
    events: readonly NormalizedEvent[],
    { journal, isStored }: { readonly journal: string; readonly isStored: boolean },
    store: (admitted: readonly NormalizedEvent[]) => Promise<StoreResult>,
  ): Promise<StoreResult> {
    const refused = isStored ? NONE : await this.#check(events, journal);
    const result = await store(refused.size === 0 ? events : events.filter((event) => !refused.has(event)));
    return { ...result, dropped: result.dropped + refused.size };
  }

  async #check(events: readonly NormalizedEvent[], journal: string): Promise<ReadonlySet<NormalizedEvent>> {
    const refused = new Set<NormalizedEvent>();
    const violations = new Map<ProjectId, FoundViolation[]>();
    const projects = groupBy(events, (event) => event.projectId);
    for (const [projectId, schemas] of await this.#schemas.get(projects.keys())) {
      const own = projects.get(projectId) ?? [];
      const found: FoundViolation[] = [];
      for (const violation of this.#violations(own, schemas)) {
        found.push(violation.found);
        if (!violation.found.isStored) refused.add(violation.event);
      }
      if (found.length > 0) violations.set(projectId, found);
    }
    await forEachProject(violations, (projectId, found) => this.#add(projectId, journal, found));
    return refused;
  }

  async #add(projectId: ProjectId, journal: string, found: readonly FoundViolation[]): Promise<void> {
    const { records, projectRemovals } = await this.#store();
    await addViolations(projectId, journal, found, { records, now: this.#now });
    // A removal that began meanwhile may have missed them.
    if ((await projectRemovals.removedOf([projectId])).size === 0) return;
    await projectRemovals.advance(projectId, "removing", this.#now());
  }

  *#violations(events: readonly NormalizedEvent[], schemas: SchemasOfProject) {
    const until = performance.now() + MAX_CHECK_MS;
    for (const event of events) {
      const schema = schemas.get(event.event);
      if (schema === undefined || event.json === undefined) continue;
      if (performance.now() > until) return;
      const properties = parseJsonText(event.json) as PropertyMap;
      const violation = this.#schemas.validatorOf(schema)(properties);
      if (violation) yield { event, found: toFound(event, schema, violation, properties) };
    }
  }
}

const NONE: ReadonlySet<NormalizedEvent> = new Set();

function toFound(
  { position, uuid, distinctId, timestamp, receivedAt }: NormalizedEvent,
  { id: schemaId, revision, mode }: { readonly id: string; readonly revision: number; readonly mode: string },
  violation: Violation,
  properties: PropertyMap,
): FoundViolation {
  const isStored = mode !== "refuse";
  return { position, uuid, distinctId, timestamp, receivedAt, schemaId, revision, isStored, ...violation, properties };
}
