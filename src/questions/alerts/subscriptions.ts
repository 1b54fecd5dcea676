import type { Schemas } from "../../../generated/openapi.ts";
import { isoTimeOf } from "../../ingest/event-time.ts";
import { invalidInput, problem } from "../../lib/problem.ts";
import { newWebhookSecret } from "../../lib/signed-webhook.ts";
import { definedFields } from "../../lib/wire-fields.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { nextNumber } from "../../store/records/counters.ts";
import { readSettings } from "../../store/records/project-settings.ts";
import { SUBSCRIPTIONS, type SubscriptionRecord } from "../../store/records/saved-kinds.ts";
import { isEmailAddress } from "../../tenants/email.ts";
import { deletedMark, newestPresentOf, numberOf, savedResource } from "../../tenants/saved-record.ts";
import { findShared, isSubject, numbersOf, type SubjectFilter, sharedDashboard, sharedInsight } from "../shares.ts";
import { nextDeliveryOf } from "./delivery-dates.ts";

type Request = Schemas["SubscriptionRequest"];
type Fields = Partial<Request>;
type Ignored = "integration_id" | "invite_message" | "summary_enabled";
/** What a subscription is beside what it shows. */
export type SubscriptionDefinition = Required<Omit<Request, "dashboard" | "insight" | "deleted" | Ignored>>;

const DEFAULTS = {
  ...{ dashboard_export_insights: [] as number[], target_type: "email", target_value: "", frequency: "daily" },
  ...{ interval: 1, byweekday: null, bysetpos: null, count: null, start_date: "", until_date: null },
  ...{ title: null, enabled: true },
} as const satisfies SubscriptionDefinition;
const MAX_EMAILS = 20;
const PAUSE_MS = 60_000;

export function subscriptionDefinition({ definition }: Pick<SubscriptionRecord, "definition">): SubscriptionDefinition {
  return JSON.parse(definition);
}

export function subscriptionContent(subscription: Pick<SubscriptionRecord, "of" | "definition" | "deleted">) {
  const { of, deleted } = subscription;
  return { ...numbersOf(of), ...subscriptionDefinition(subscription), deleted: deleted === true };
}

/** Dashboards and saved questions that are sent again and again. */
export function subscriptionsOf(now: () => Millis) {
  return savedResource({
    kind: SUBSCRIPTIONS,
    keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
    item: (one) => {
      const { title, target_type } = subscriptionDefinition(one);
      const name = title || `Subscription by ${target_type}`;
      return { scope: "Subscription", id: String(one.id), name, content: subscriptionContent(one) };
    },
    limit: { max: 100, of: "subscriptions" },
    listed: newestPresentOf,
    counted: (projectId) => ({ where: { projectId } }),
    matches: ({ of }, filter: SubjectFilter) => isSubject(of, filter),
    isHidden: ({ deleted }) => deleted === true,
    read: async (fields: Fields, projectId, records) => {
      const { dashboard, insight, deleted, integration_id, invite_message, summary_enabled, ...own } = fields;
      const subject = await readSubject(fields, projectId, records);
      const { timeZone } = await readSettings(projectId, records);
      const { start_date, until_date } = own;
      const given = definedFields({
        ...own,
        start_date: isoTimeOf("start_date", start_date),
        until_date: isoTimeOf("until_date", until_date),
      });
      return (found) => {
        const of = subject ?? found.of;
        if (!of) throw problem("required", { attr: "dashboard", detail: "It needs a `dashboard` or an `insight`." });
        const known = found.definition === undefined ? DEFAULTS : JSON.parse(found.definition);
        const next: SubscriptionDefinition = { ...known, ...given };
        requireTarget(next);
        const mark = deletedMark(deleted);
        const isDeleted = mark === undefined ? found.deleted : mark;
        const dueAt = isDeleted ? null : nextOf(next, found.delivered ?? 0, timeZone, now());
        if (found.definition === undefined && next.enabled && dueAt === null && !isDeleted) {
          throw invalidInput("until_date", "It would never be sent: its dates leave no day.");
        }
        return { of, definition: JSON.stringify(next), deleted: mark, dueAt, untold: 0 };
      };
    },
    make: async (saved, { of = { insight: "" }, definition = "", dueAt = null, deleted = null }, records) => {
      const unsent = { toldAt: null, untold: 0, delivered: 0, error: null };
      const id = await nextNumber(records, "subscriptions");
      return { ...saved, id, of, definition, secret: newWebhookSecret(), dueAt, deleted, ...unsent };
    },
  });
}

/** Returns when a subscription that was sent so often is sent next; null if it is not. */
export function nextOf(definition: SubscriptionDefinition, delivered: number, timeZone: string, after: Millis) {
  const { enabled, count } = definition;
  return enabled && (count === null || delivered < count) ? nextDeliveryOf(definition, timeZone, after) : null;
}

/** Makes a subscription due. Throws `not_found`, and `conflict` within a minute after it was sent. */
export async function deliverSoon(projectId: ProjectId, id: string, records: Records, now: Millis): Promise<void> {
  const key = { projectId, id: numberOf(id) };
  const found = await records.find(SUBSCRIPTIONS, key);
  if (!found || found.deleted) throw problem("not_found");
  if (found.toldAt !== null && now - found.toldAt < PAUSE_MS) {
    throw problem("conflict", { detail: "It was sent a moment ago: wait a minute." });
  }
  await records.change(SUBSCRIPTIONS, key, (one) => one && { ...one, dueAt: 1 });
}

export function emailsOf({ target_type, target_value }: SubscriptionDefinition): string[] {
  if (target_type !== "email") return [];
  return [...new Set(target_value.split(",").map((address) => address.trim()))].filter((address) => address !== "");
}

function requireTarget(definition: SubscriptionDefinition): void {
  const { target_type, target_value } = definition;
  if (target_type !== "email") {
    if (/^https?:\/\/\S+$/.test(target_value) && URL.canParse(target_value)) return;
    const what = target_type === "slack" ? "the URL of an incoming webhook of Slack, not a channel" : "a URL";
    throw invalidInput("target_value", `target_value must be ${what}.`);
  }
  const emails = emailsOf(definition);
  const wrong = emails.find((address) => !isEmailAddress(address)) ?? (emails.length === 0 ? target_value : undefined);
  if (wrong !== undefined) throw invalidInput("target_value", `target_value has no email address in “${wrong}”.`);
  if (emails.length > MAX_EMAILS) {
    throw problem("max_length", { attr: "target_value", detail: `It has more than ${MAX_EMAILS} addresses.` });
  }
}

async function readSubject({ dashboard, insight }: Fields, projectId: ProjectId, records: Records) {
  if (dashboard == null && insight == null) return undefined;
  if (dashboard != null && insight != null) {
    throw invalidInput("insight", "It is about a dashboard or about a saved question, not about both.");
  }
  const of = dashboard == null ? sharedInsight(String(insight)) : sharedDashboard(String(dashboard));
  if (await findShared(projectId, of, records)) return of;
  if (dashboard == null) throw invalidInput("insight", `There is no saved question ${insight}.`);
  throw invalidInput("dashboard", `There is no dashboard ${dashboard}.`);
}
