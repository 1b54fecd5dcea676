import { setTimeout as sleep } from "node:timers/promises";
import { type PropertyMap, parseExactly } from "../lib/json/json.ts";
import { concernsPerson } from "../persons/record-persons.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Store } from "../store/ports/stores.ts";
import { UPGRADES } from "../store/records/change-kinds.ts";
import { readSettings } from "../store/records/project-settings.ts";
import type { Answers } from "./answer-question.ts";
import { eventsView, GROUP_EVENT } from "./engine/project-views.ts";
import { type Plan, planRows } from "./kinds/question-context.ts";
import { FRESH_MS } from "./project-rows.ts";

const EVENTS = eventsView({ personId: true, personProperties: true, hotProperties: false, session: false });

/** Finds the distinct ids of persons whose known events all identify groups. */
function planGroupPersons(): Plan {
  const sql = `SELECT DISTINCT owners.distinct_id FROM person_distinct_ids AS owners
    WHERE person_id IN (SELECT person_id FROM ${EVENTS}
      WHERE NOT person_is_identified AND person_properties = '{}'
      GROUP BY person_id HAVING bool_and(event = '${GROUP_EVENT}'))`;
  return planRows({ sql, values: {} });
}

export interface GroupPersonsPorts {
  readonly store: Store;
  readonly answers: Pick<Answers, "answer">;
}

const IDS_AT_ONCE = 500;
const UPGRADE = { name: "group persons" };

/** Removes unidentified persons without properties that earlier versions made of groups. Repeatable on any node. */
export async function removeGroupPersons({ store, answers }: GroupPersonsPorts, signal: AbortSignal): Promise<void> {
  const { tenants, groups, records } = store;
  if (await records.find(UPGRADES, UPGRADE)) return;
  for (const { id } of await tenants.listProjects()) {
    if (signal.aborted) return;
    const hasGroups = (await groups.types(id)).length > 0;
    if (hasGroups) await removeOfProject(id, { store, answers }, signal);
  }
  await records.change(UPGRADES, UPGRADE, () => UPGRADE);
}

async function removeOfProject(project: ProjectId, { store, answers }: GroupPersonsPorts, signal: AbortSignal) {
  const find = async (): Promise<ReadonlySet<string>> => {
    const options = { ...(await readSettings(project, store.records)), isForced: true };
    const { results } = await answers.answer(project, planGroupPersons, options);
    return new Set((results as unknown as readonly (readonly [string])[]).flat());
  };
  const found = [...(await find())];
  for (let start = 0; start < found.length && !signal.aborted; start += IDS_AT_ONCE) {
    const distinctIds = found.slice(start, start + IDS_AT_ONCE);
    const newEvents = await store.events.follow(project, { distinctIds });
    await sleep(FRESH_MS); // then the next answer has every event that is not followed
    const still = await find();
    await store.transaction(async ({ persons }) => {
      const wanted = distinctIds.filter((id) => still.has(id));
      const owners = [...(await persons.find(project, wanted)).values()];
      const bare = owners.filter((one) => !one.isIdentified && Object.keys(one.properties).length === 0);
      const uuids = bare.map(({ uuid }) => uuid);
      await persons.erase(project, uuids);
    });
    // A person who did something else meanwhile stays.
    for (let events = await newEvents(); events.length > 0; events = await newEvents()) {
      const parsed = events.map((event) => ({ ...event, properties: parseExactly(event.properties) as PropertyMap }));
      const wanted = parsed.filter(concernsPerson).map(({ distinctId, timestamp: at }) => ({ distinctId, at }));
      await store.persons.ensure(project, wanted);
    }
  }
}
