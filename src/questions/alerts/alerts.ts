import { randomUUID } from "node:crypto";
import type { Schemas } from "../../../generated/openapi.ts";
import { isoTimeOf } from "../../ingest/event-time.ts";
import { invalidInput, problem } from "../../lib/problem.ts";
import { newWebhookSecret } from "../../lib/signed-webhook.ts";
import { definedFields } from "../../lib/wire-fields.ts";
import type { ProjectId, UserId } from "../../store/ports/common.ts";
import type { Records, Stored } from "../../store/ports/records.ts";
import { ALERTS, type AlertRecord, INSIGHTS, type InsightRecord } from "../../store/records/saved-kinds.ts";
import type { User } from "../../store/records/tenant-kinds.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { completed, newestOf, type SavedView, savedResource, shortIdOf } from "../../tenants/saved-record.ts";
import { type Calendar, startOf } from "../kinds/date-range.ts";
import { plainQuestion } from "../kinds/plan-question.ts";
import { DAY_MS, toLocal, toUtc } from "../kinds/time-zone.ts";

type Request = Schemas["AlertRequest"];
type Fields = Partial<Request>;
type Filter = { readonly insight_id?: number | undefined };
/** What an alert is beside its name and question. */
export type AlertDefinition = Required<Omit<Request, "name" | "insight">>;

const DEFAULTS = {
  subscribed_users: [] as number[],
  threshold: { configuration: { type: "absolute" } },
  condition: { type: "absolute_value" },
  config: { type: "TrendsAlertConfig", series_index: 0 },
  calculation_interval: "daily",
  enabled: true,
  snoozed_until: null,
  skip_weekend: false,
  webhook_url: "",
} as const satisfies AlertDefinition;

export function alertDefinition({ definition }: Pick<AlertRecord, "definition">): AlertDefinition {
  return JSON.parse(definition);
}

export type AlertTenants = Pick<Tenants, "findUsers" | "projectOfMember">;

export type AlertView = SavedView<AlertRecord> & { readonly subscribers: readonly User[] };

/** Alerts, with those of their users who are still members. */
export function alertsOf(tenants: AlertTenants) {
  const saved = savedResource({
    kind: ALERTS,
    keyOf: (projectId, id) => ({ projectId, id }),
    item: ({ id, name, insight, ...alert }) => {
      return { scope: "Alert", id, name, content: { name, insight, ...alertDefinition(alert) } };
    },
    limit: { max: 100, of: "alerts" },
    listed: newestOf,
    matches: ({ insight }, { insight_id = insight }: Filter) => insight === insight_id,
    read: async ({ name, insight, ...fields }: Fields, projectId, records) => {
      if (insight !== undefined) await requireTrends(projectId, insight, records);
      const users = [...new Set(fields.subscribed_users)];
      const members = await membersAmong(users, projectId, tenants);
      const stranger = users.find((user) => !members.has(user));
      if (stranger !== undefined) throw invalidInput("subscribed_users", `There is no member ${stranger}.`);
      const present = definedFields({ ...fields, snoozed_until: isoTimeOf("snoozed_until", fields.snoozed_until) });
      return (found) => {
        const known = found.definition === undefined ? DEFAULTS : alertDefinition({ definition: found.definition });
        const next: AlertDefinition = {
          ...known,
          ...present,
          ...(fields.subscribed_users && { subscribed_users: users }),
        };
        requireBounds(next);
        const definition = JSON.stringify(next);
        const isSame = definition === found.definition && [undefined, found.insight].includes(insight);
        const again = { state: "Not firing", untold: 0, dueAt: next.enabled ? 1 : null } as const;
        return { name, insight, definition, ...(isSame ? {} : again) };
      };
    },
    make: (saved, { name = "", insight = 0, definition = "", dueAt = null }) => {
      const unchecked = { state: "Not firing", toldAt: null, untold: 0, checks: [] } as const;
      return { ...saved, id: randomUUID(), name, insight, definition, secret: newWebhookSecret(), dueAt, ...unchecked };
    },
  });
  return completed(saved, (alerts) => withSubscribers(alerts, tenants));
}

/** Adds the users to alerts of one project who are still its members. */
export async function withSubscribers<A extends Pick<AlertRecord, "projectId" | "definition">>(
  alerts: readonly A[],
  tenants: AlertTenants,
): Promise<(A & { readonly subscribers: readonly User[] })[]> {
  const [first] = alerts;
  if (!first) return [];
  const idsOf = (alert: A) => alertDefinition(alert).subscribed_users;
  const members = await membersAmong(alerts.flatMap(idsOf), first.projectId, tenants);
  return alerts.map((alert) => ({ ...alert, subscribers: idsOf(alert).flatMap((id) => members.get(id) ?? []) }));
}

async function membersAmong(users: readonly UserId[], projectId: ProjectId, tenants: AlertTenants) {
  const ids = [...new Set(users)];
  const projects = await Promise.all(ids.map((id) => tenants.projectOfMember(id, projectId)));
  const members = ids.filter((_, index) => projects[index]);
  const found = members.length === 0 ? [] : await tenants.findUsers(members);
  return new Map(found.map((user) => [user.id, user]));
}

/** Finds the question of an alert. Throws `invalid_input` if it is deleted, or about something else than trends. */
export async function requireTrends(projectId: ProjectId, insight: number, records: Records) {
  const key = { projectId, shortId: shortIdOf(String(insight)) };
  const found: Stored<InsightRecord> | null = await records.find(INSIGHTS, key);
  const question = found && !found.deleted ? plainQuestion(JSON.parse(found.query)) : null;
  if (found && question?.kind === "TrendsQuery") return { insight: found, question };
  const detail = question ? "The question is not about trends." : `There is no saved question ${insight}.`;
  throw invalidInput("insight", detail);
}

function requireBounds({ threshold: { configuration }, condition }: AlertDefinition): void {
  const attr = "threshold__configuration__";
  const { type, bounds = {} } = configuration;
  if (bounds.lower == null && bounds.upper == null) {
    throw problem("required", { attr: `${attr}bounds`, detail: "An alert needs a lower or an upper bound." });
  }
  if (type === "percentage" && condition.type === "absolute_value") {
    throw invalidInput(`${attr}type`, "A percentage needs a relative condition.");
  }
}

/** Returns when an alert is checked next: at the beginning of its interval by the project's clock. */
export function nextCheckOf(definition: AlertDefinition, calendar: Calendar): number {
  const { calculation_interval: interval, skip_weekend: skipsWeekend, snoozed_until: snoozed } = definition;
  const unit = ({ hourly: "hour", daily: "day", weekly: "week", monthly: "month" } as const)[interval];
  const next = startOf(unit, calendar.now, calendar, 1);
  const local = toLocal(calendar.timeZone, next);
  const weekday = new Date(local).getUTCDay();
  const days = !skipsWeekend ? 0 : weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
  const day = local - (local % DAY_MS) + days * DAY_MS;
  const time = days === 0 ? next : toUtc(calendar.timeZone, day);
  return Math.max(time, snoozed === null ? 0 : Date.parse(snoozed));
}
