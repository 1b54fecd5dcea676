import { Problem } from "../../lib/problem.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { Records, Stored } from "../../store/ports/records.ts";
import { eachDue } from "../../store/records/claim-due.ts";
import { readSettings } from "../../store/records/project-settings.ts";
import { type InsightRecord, SUBSCRIPTIONS, type SubscriptionRecord } from "../../store/records/saved-kinds.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { nameUser } from "../../tenants/email.ts";
import { oneLine, type Paragraph, type Table } from "../../tenants/mail-content.ts";
import { numberOfShortId } from "../../tenants/saved-record.ts";
import type { Answers, QuestionOptions } from "../answer-question.ts";
import type { FindFindings, Finding } from "../findings.ts";
import { questionOf } from "../insights.ts";
import { plainQuestion } from "../kinds/plan-question.ts";
import { isoLocal } from "../kinds/time-zone.ts";
import { findShared, numbersOf, viewShared } from "../shares.ts";
import { digestRows } from "./digest.ts";
import { afterNotifying, MAX_ATTEMPTS, type Notified, type Notify } from "./notify.ts";
import { figureText } from "./notify-alert.ts";
import { emailsOf, nextOf, type SubscriptionDefinition, subscriptionDefinition } from "./subscriptions.ts";

export interface DeliveryPorts {
  readonly records: Records;
  readonly tenants: Pick<Tenants, "findUsers">;
  readonly answers: Pick<Answers, "ask">;
  readonly findings: FindFindings;
  readonly notify: Notify;
  readonly now: () => Millis;
}

/** Another node takes over from one that does not finish in this time: each question may take its full time. */
const CLAIM_MS = 30 * 60_000;
const WEEK_MS = 7 * 86_400_000;
const MAX_TILES = 25;
const MAX_CHARACTERS = 30_000;

/** Sends what is due, each once. Several nodes may do so. */
export async function deliverSubscriptions(ports: DeliveryPorts, signal: AbortSignal): Promise<void> {
  await eachDue(SUBSCRIPTIONS, ports, CLAIM_MS, signal, (due) => deliver(due, ports, signal));
}

async function deliver(due: Stored<SubscriptionRecord>, ports: DeliveryPorts, signal: AbortSignal): Promise<void> {
  const { records, notify, now } = ports;
  const { projectId, id, revision } = due;
  const definition = subscriptionDefinition(due);
  const settings = await readSettings(projectId, records);
  const at = now();
  const isThere = (await findShared(projectId, due.of, records)) !== null;
  const notified = await send();
  await records.change(SUBSCRIPTIONS, { projectId, id }, (found) => {
    if (found?.revision !== revision) return null; // it was changed meanwhile
    if (signal.aborted && !notified.isReached) return { ...found, dueAt: at };
    const delivered = found.delivered + (notified.isReached ? 1 : 0);
    const next = isThere ? nextOf(definition, delivered, settings.timeZone, now()) : null;
    return { ...afterNotifying(found, notified, next, at), delivered, error: notified.error };
  });

  async function send(): Promise<Notified> {
    const options = { ...settings, isForced: false };
    try {
      const content = isThere ? await contentOf(due, definition, options, ports, signal) : GONE;
      if (signal.aborted) return UNSENT;
      return await notify(await messageOf(due, definition, content, settings.timeZone, ports), due, signal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // the claim ends, and it is tried again
      return { ...UNSENT, targets: 1, error: error.message };
    }
  }
}

const UNSENT: Notified = { targets: 0, isReached: false, error: null };

interface Content {
  readonly name: string;
  readonly tiles: readonly (Table & { readonly insight: number })[];
  readonly isCut?: boolean;
  readonly findings?: readonly Finding[];
}
const GONE: Content = { name: "", tiles: [] };

/** Answers the questions. Throws a `Problem` if one has to wait, unless it was waited for long enough. */
async function contentOf(
  due: SubscriptionRecord,
  { dashboard_export_insights: only }: SubscriptionDefinition,
  options: QuestionOptions,
  ports: DeliveryPorts,
  signal: AbortSignal,
): Promise<Content> {
  const { records, answers, now } = ports;
  const { name, tiles: all } = await viewShared(due, records);
  const insights = all.flatMap(({ insight }) => insight ?? []);
  const wanted = insights.filter(({ shortId }) => only.length === 0 || only.includes(numberOfShortId(shortId)));
  const tiles: Content["tiles"][number][] = [];
  let characters = 0;
  for (const insight of wanted.slice(0, MAX_TILES)) {
    if (signal.aborted || characters > MAX_CHARACTERS) break;
    const heading = oneLine(insight.name || insight.derivedName || "Question without a name");
    const rows = await rowsOf(insight);
    tiles.push({ insight: numberOfShortId(insight.shortId), heading, rows });
    characters += rows.flat().reduce((sum, cell) => sum + cell.length, 0);
  }
  const isCut = tiles.length < wanted.length;
  const changed = "dashboard" in due.of && { findings: await newFindings(due, options, ports) };
  return { name: name || tiles[0]?.heading || "", tiles, isCut, ...changed };

  async function rowsOf(insight: InsightRecord): Promise<string[][]> {
    try {
      const question = plainQuestion(questionOf(insight, {}));
      if (question.kind === "RecordingsQuery") return [["Recordings are not sent."]];
      const answer = await answers.ask(due.projectId, question, options);
      return digestRows(question, answer, { ...options, now: now() });
    } catch (error) {
      const isLast = due.untold + 1 >= MAX_ATTEMPTS;
      if (!(error instanceof Problem) || (error.retryAfter !== undefined && !isLast)) throw error;
      return [[`It could not be answered: ${oneLine(error.message)}`]];
    }
  }
}

/** Returns what began to change since the last mail, and in the last week. */
async function newFindings(
  { projectId, toldAt }: SubscriptionRecord,
  options: QuestionOptions,
  { findings, now }: DeliveryPorts,
): Promise<readonly Finding[]> {
  const since = Math.min(toldAt ?? now(), now() - WEEK_MS);
  try {
    const { results } = await findings(projectId, options);
    return results.filter((one) => Date.parse(one.since) >= since);
  } catch (error) {
    if (error instanceof Problem) return []; // the numbers are sent without them
    throw error;
  }
}

function findingRows(found: readonly Finding[]): string[][] {
  const rows = found.map(({ name, since, until, before, after, segment, near }) => [
    oneLine(name),
    until === null ? `since ${since}` : `${since} to ${until}`,
    ...[after, before].map((value) => figureText(Number(value.toPrecision(3)))),
    segment ? oneLine(`${segment.property}: ${segment.value ?? "none"}`) : "",
    near.map(({ text }) => oneLine(text)).join("; "),
  ]);
  return [["", "When", "A day", "Usually", "Most of all", "What happened then"], ...rows];
}

async function messageOf(
  due: SubscriptionRecord,
  definition: SubscriptionDefinition,
  content: Content,
  timeZone: string,
  { tenants, now }: Pick<DeliveryPorts, "tenants" | "now">,
) {
  const { projectId, id, of, secret, createdBy } = due;
  const { target_type, target_value } = definition;
  const [shows, place] =
    "dashboard" in of
      ? (["dashboard", `dashboards/${numberOfShortId(of.dashboard)}`] as const)
      : (["question", `questions/saved/${of.insight}`] as const);
  const isGone = content === GONE;
  const { findings } = content;
  const title = oneLine(definition.title || content.name) || `Subscription ${id}`;
  const time = isoLocal(timeZone, now()).slice(0, 16).replace("T", " ");
  const [user] = createdBy === null ? [] : await tenants.findUsers([createdBy]);
  const maker = user ? nameUser(oneLine(user.firstName), oneLine(user.email)) : "A member";
  const hint = `${maker} set up these mails. A member can take your address off them, at “Send by mail”.`;
  const says: Paragraph[] = [
    isGone ? `The ${shows} was deleted: nothing more is sent.` : `“${title}” on ${time} (${timeZone}).`,
    ...content.tiles,
    ...(findings?.length ? [{ heading: "What changed", rows: findingRows(findings) }] : []),
    ...(content.isCut ? [`More is on the ${shows}.`] : []),
    ...(target_type === "email" ? [hint] : []),
  ];
  const tiles = content.tiles.map(({ insight, heading, rows }) => ({ insight, name: heading, rows }));
  return {
    ...({ of: "subscription", projectId, id: String(id), secret, says, place, shows } as const),
    title: isGone ? `No longer sent: ${title}` : `${title}, ${time.slice(0, 10)}`,
    emails: emailsOf(definition),
    url: target_type === "email" ? "" : target_value,
    isForSlack: target_type === "slack",
    type: `subscription.${isGone ? "ended" : "delivered"}`,
    data: { project_id: projectId, id, title, ...numbersOf(of), tiles, ...(findings && { findings }) },
  };
}
