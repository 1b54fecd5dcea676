import type { Schemas } from "../../../generated/openapi.ts";
import { Problem, problem } from "../../lib/problem.ts";
import { definedFields } from "../../lib/wire-fields.ts";
import { eachDue } from "../../store/records/claim-due.ts";
import { nextNumber } from "../../store/records/counters.ts";
import { SCHEDULED_CHANGES, type ScheduledChangeRecord } from "../../store/records/saved-kinds.ts";
import { boundedText, newestOf, numberOf, savedResource } from "../../tenants/saved-record.ts";
import { daysInMonth, monthsBefore } from "../define/dates.ts";
import { type FlagFilters, parseStoredFlag } from "../define/flag-definition.ts";
import { type FlagChangePorts, type FlagPatch, updateFlag } from "./edit-flags.ts";

type Fields = Partial<Schemas["ScheduledChangeRequest"]>;
type Payload = Schemas["ScheduledPayload"];
type Filter = Pick<Fields, "record_id" | "model_name">;

const MAX_PAYLOAD_BYTES = 32 * 1024;
/** Another node takes over from one that does not finish in this time. */
const CLAIM_MS = 60_000;
const DAY_MS = 86_400_000;
/** How often others may change the flag at the same moment. */
const MAX_ATTEMPTS = 20;

type Users = "createdBy" | "updatedBy";
type Content = Omit<ScheduledChangeRecord, Users> & { readonly [User in Users]?: unknown };

/** Returns the contract's fields of a change, without when it was scheduled, and by whom. */
export function scheduledContent(change: Content) {
  const { projectId, revision, createdAt, createdBy, updatedAt, updatedBy, dueAt, day, payload, ...fields } = change;
  return { ...fields, payload: JSON.parse(payload) as Payload };
}

/** Changes of flags that are made at a time. */
export function scheduledChangesOf({ flags }: Pick<FlagChangePorts, "flags">) {
  return savedResource({
    kind: SCHEDULED_CHANGES,
    keyOf: (projectId, id) => ({ projectId, id: numberOf(id) }),
    item: (one) => {
      const content = scheduledContent(one);
      const name = `${content.payload.operation} of flag ${one.record_id}`;
      return { scope: "ScheduledChange", id: String(one.id), name, content };
    },
    limit: { max: 1000, of: "scheduled changes" },
    listed: newestOf,
    matches: (one, { record_id = one.record_id }: Filter) => one.record_id === record_id,
    read: async ({ payload, ...fields }: Fields, projectId) => {
      const { record_id: flag } = fields;
      if (flag !== undefined && !(await flags.find(projectId, Number(flag) || 0))) {
        throw problem("invalid_input", { attr: "record_id", detail: `There is no flag ${flag}.` });
      }
      const times = { scheduled_at: timeOf("scheduled_at", fields), end_date: timeOf("end_date", fields) };
      const day = times.scheduled_at && new Date(times.scheduled_at).getUTCDate();
      const text = payload && boundedText("payload", payload, MAX_PAYLOAD_BYTES);
      const present = definedFields({ ...fields, ...times, day, payload: text });
      return (found) => {
        if (![undefined, found.record_id ?? flag].includes(flag))
          throw invalid("record_id", "The flag of a change cannot be changed: schedule another change.");
        if (found.executed_at) throw invalid("scheduled_at", "It was made already: schedule another change.");
        const next = { ...NEW, ...found, ...present } as ScheduledChangeRecord;
        const isPaused = !next.is_recurring && next.recurrence_interval !== null;
        check(next);
        return { ...next, dueAt: isPaused ? null : Date.parse(next.scheduled_at) };
      };
    },
    make: async (saved, fields, records) => {
      return { ...(fields as ScheduledChangeRecord), ...saved, id: await nextNumber(records, "scheduled changes") };
    },
  });
}

const NEW = {
  ...{ is_recurring: false, recurrence_interval: null, end_date: null },
  ...{ executed_at: null, failure_reason: null, last_executed_at: null },
};

const invalid = (attr: string, detail: string) => problem("invalid_input", { attr, detail });

function timeOf<Name extends "scheduled_at" | "end_date">(attr: Name, { [attr]: text }: Pick<Fields, Name>) {
  if (typeof text !== "string") return text;
  const time = Date.parse(text);
  if (!(time >= 0)) throw invalid(attr, `${attr} is no time after 1970.`);
  return new Date(time).toISOString();
}

function check({ payload, scheduled_at, is_recurring, recurrence_interval, end_date }: ScheduledChangeRecord): void {
  const { operation, value } = JSON.parse(payload) as Payload;
  const expected = operation === "update_status" ? "boolean" : "object";
  if (typeof value !== expected) throw invalid("payload__value", `The value of ${operation} must be a ${expected}.`);
  if (is_recurring && recurrence_interval === null)
    throw problem("required", { attr: "recurrence_interval", detail: "A change that recurs needs an interval." });
  if (is_recurring && operation === "add_release_condition")
    throw invalid("payload", "Conditions cannot be added again and again.");
  if (end_date !== null && end_date <= scheduled_at) throw invalid("end_date", "It must end after it begins.");
}

/** Makes the changes that are due, each once. Several nodes may do so. */
export async function makeScheduledChanges(ports: FlagChangePorts, signal: AbortSignal): Promise<void> {
  const { records, now } = ports;
  await eachDue(SCHEDULED_CHANGES, ports, CLAIM_MS, signal, async (due) => {
    const { projectId, id, revision, scheduled_at } = due;
    const isOver = due.is_recurring && due.end_date !== null && Date.parse(due.end_date) <= now();
    const failure_reason = isOver ? null : await make(due, ports);
    const at = new Date(now()).toISOString();
    const next = failure_reason === null ? nextTime(due, now()) : null;
    await records.change(SCHEDULED_CHANGES, { projectId, id }, (found) => {
      if (found?.revision !== revision || found.scheduled_at !== scheduled_at) return null; // changed meanwhile
      const last_executed_at = isOver || failure_reason !== null ? found.last_executed_at : at;
      const made = { ...found, failure_reason, last_executed_at, dueAt: next };
      return next === null ? { ...made, executed_at: at } : { ...made, scheduled_at: new Date(next).toISOString() };
    });
  });
}

/** Returns why the flag refuses the change, or null. A flag knows the changes made, so that none is made twice. */
async function make(due: ScheduledChangeRecord, ports: FlagChangePorts): Promise<string | null> {
  const { projectId, updatedBy: by, record_id, payload } = due;
  const scheduled = `${due.id} ${due.revision} ${due.scheduled_at}`;
  for (let attempt = 1; ; attempt += 1) {
    const flag = await ports.flags.find(projectId, Number(record_id));
    if (!flag || flag.deleted) return `The flag ${record_id} is deleted.`;
    if (flag.scheduled?.includes(scheduled)) return null;
    const patch = patchOf(JSON.parse(payload), parseStoredFlag(flag.definition).filters);
    try {
      await updateFlag({ projectId, by, scheduled }, flag.number, { ...patch, version: flag.version }, ports);
      return null;
    } catch (error) {
      const isConflict = error instanceof Problem && error.code === "conflict";
      if (error instanceof Problem && !isConflict) return error.message;
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error; // the claim ends, and it is tried again
    }
  }
}

function patchOf({ operation, value }: Payload, filters: FlagFilters): FlagPatch {
  if (typeof value === "boolean") return { active: value };
  if (operation === "update_variants") {
    const { variants = [], payloads = null } = value;
    return { filters: { ...filters, multivariate: { variants }, payloads } };
  }
  return { filters: { ...filters, groups: [...filters.groups, ...(value.groups ?? [])] } };
}

function nextTime(due: ScheduledChangeRecord, now: number): number | null {
  const { is_recurring, recurrence_interval, scheduled_at, end_date } = due;
  if (!is_recurring || recurrence_interval === null) return null;
  let next = Date.parse(scheduled_at);
  do next = later(next, recurrence_interval, due.day ?? new Date(scheduled_at).getUTCDate());
  while (next <= now);
  return end_date !== null && next > Date.parse(end_date) ? null : next;
}

function later(ms: number, interval: "daily" | "weekly" | "monthly" | "yearly", day: number): number {
  if (interval === "daily" || interval === "weekly") return ms + (interval === "daily" ? 1 : 7) * DAY_MS;
  const next = new Date(monthsBefore(ms, 1, interval === "monthly" ? -1 : -12));
  return next.setUTCDate(Math.min(day, daysInMonth(next.getUTCFullYear(), next.getUTCMonth())));
}
