import type { Schemas } from "../../generated/openapi.ts";
import { requireFound } from "../lib/problem.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { Records } from "../store/ports/records.ts";
import { nextNumber } from "../store/records/counters.ts";
import {
  DASHBOARDS,
  type DashboardRecord,
  INSIGHTS,
  type InsightRecord,
  type SavedRecord,
  SHARES,
  type ShareRecord,
} from "../store/records/saved-kinds.ts";
import { newSecret } from "../tenants/api-keys.ts";
import { newestOf, numberOf, numberOfShortId, savedResource, shortIdOf } from "../tenants/saved-record.ts";
import { tilesOf } from "./dashboards.ts";
import type { Question } from "./kinds/plan-question.ts";

const TOKEN_PREFIX = "shr_";

interface Fields extends Partial<Schemas["ShareRequest"]> {
  readonly of: ShareRecord["of"];
}

export interface SubjectFilter {
  readonly dashboard?: number | undefined;
  readonly insight?: number | undefined;
}

/** Returns the number of a dashboard or a saved question, in the place of its kind. */
export function numbersOf(of: ShareRecord["of"]) {
  return {
    dashboard: "dashboard" in of ? numberOfShortId(of.dashboard) : null,
    insight: "insight" in of ? numberOfShortId(of.insight) : null,
  };
}

export function isSubject(of: ShareRecord["of"], { dashboard, insight }: SubjectFilter): boolean {
  const numbers = numbersOf(of);
  return (dashboard ?? numbers.dashboard) === numbers.dashboard && (insight ?? numbers.insight) === numbers.insight;
}

/** Returns what the log may have of a share, which is not its token. */
export function shareContent({ of, allowed_origins }: Omit<ShareRecord, keyof SavedRecord>) {
  return { ...numbersOf(of), allowed_origins: [...allowed_origins] };
}

/** Creating one throws `not_found` unless the project has what it shows. */
export const shares = savedResource({
  kind: SHARES,
  keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
  item: (share) => {
    const content = shareContent(share);
    const what = content.dashboard === null ? "Saved question" : "Dashboard";
    const name = `${what} ${content.dashboard ?? content.insight}`;
    return { scope: "SharingConfiguration", id: String(share.id), name, content };
  },
  limit: { max: 200, of: "shares" },
  listed: newestOf,
  matches: ({ of }, filter: SubjectFilter) => isSubject(of, filter),
  read: async ({ of, allowed_origins }: Fields, projectId, records) => {
    requireFound(await findShared(projectId, of, records));
    return { of, allowed_origins };
  },
  make: async (saved, { of = { insight: "" }, allowed_origins = [] }, records) => {
    return { ...saved, id: await nextNumber(records, "shares"), token: newSecret(TOKEN_PREFIX), of, allowed_origins };
  },
});

/** Names a dashboard by its id, or a saved question by either of its ids, as paths do. */
export const sharedDashboard = (id: string): ShareRecord["of"] => ({ dashboard: shortIdOf(id) });
export const sharedInsight = (id: string): ShareRecord["of"] => ({ insight: shortIdOf(id) });

/** Returns the share with a token. Throws `not_found`. */
export async function findShare(token: string, records: Records): Promise<ShareRecord> {
  return requireFound(await findByToken(token, records));
}

/** Returns the origins whose pages may embed that of a share; none if its token is not valid. */
export async function listEmbedders(token: string, records: Records): Promise<readonly string[]> {
  return (await findByToken(token, records))?.allowed_origins ?? [];
}

async function findByToken(token: string, records: Records): Promise<ShareRecord | undefined> {
  const [share] = await records.scan(SHARES, { where: { token } }, { limit: 1 });
  return share;
}

/** Returns what is shared, with its questions in their places. Throws `not_found` if it was deleted. */
export async function viewShared({ projectId, of }: Pick<ShareRecord, "projectId" | "of">, records: Records) {
  const { name, description, tiles } = requireFound(await findShared(projectId, of, records));
  const shown = tiles.map(async ({ id, insight, text = null }) => {
    const found = insight === undefined ? null : await findInsight(projectId, insight, records);
    return { id, text, insight: found };
  });
  const all = await Promise.all(shown);
  return { name, description, tiles: all.filter(({ insight, text }) => insight !== null || text !== null) };
}

/** Returns a question that is shared. Throws `not_found` for any other. */
export async function findSharedInsight({ projectId, of }: ShareRecord, shortId: string, records: Records) {
  const isOn = async () => (await findShared(projectId, of, records))?.tiles.some(({ insight }) => insight === shortId);
  const isShared = "insight" in of ? of.insight === shortId : await isOn();
  return requireFound(isShared ? await findInsight(projectId, shortId, records) : null);
}

const WITHOUT_DATES: readonly Question["kind"][] = ["ActorsQuery", "EventsQuery", "HogQLQuery", "RetentionQuery"];

/** Returns the question with dates that a visitor chose. SQL, lists and retention keep their own. */
export function withDates<Asked extends Question>(question: Asked, date_from: string | undefined): Asked {
  if (date_from === undefined || WITHOUT_DATES.includes(question.kind)) return question;
  return { ...question, dateRange: { date_from } };
}

/** Returns what can be shared, with the questions of its tiles; null if the project does not have it. */
export async function findShared(projectId: ProjectId, of: ShareRecord["of"], records: Records) {
  if ("insight" in of) {
    const found = await findInsight(projectId, of.insight, records);
    return found && { ...found, tiles: [{ id: 1, insight: found.shortId, text: undefined }] };
  }
  const found: DashboardRecord | null = await records.find(DASHBOARDS, { projectId, id: of.dashboard });
  return found && !found.deleted ? { ...found, tiles: tilesOf(found) } : null;
}

async function findInsight(projectId: ProjectId, shortId: string, records: Records): Promise<InsightRecord | null> {
  const found = await records.find(INSIGHTS, { projectId, shortId });
  return found?.deleted ? null : found;
}
