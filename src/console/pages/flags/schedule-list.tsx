import { type Schemas, usePages } from "../../api/operations.ts";
import { ConfirmButton, DialogButton } from "../../components/dialog.tsx";
import { Field, Select } from "../../components/field.tsx";
import { DialogForm, useForm } from "../../components/form.tsx";
import { clockIn, timeIn } from "../../components/format.ts";
import { optionsOf } from "../../components/options.ts";
import { Bar } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { useZone } from "../../components/text.tsx";
import { type Condition, describeRollout, type Flag } from "./flags.ts";

type Payload = Schemas["ScheduledPayload"];
type Change = Schemas["ScheduledChange"];

export function ScheduleList({ flag: { id, key, version } }: { readonly flag: Flag }) {
  const changes = usePages("scheduled_changes_list", { record_id: String(id) }, { limit: 20, version });
  return (
    <>
      <Bar>
        <DialogButton label="Schedule a change">
          {(onClose) => <NewDialog {...{ id, onClose }} onMade={changes.reload} />}
        </DialogButton>
      </Bar>
      <Listing
        of={changes}
        caption={`Scheduled changes of ${key}`}
        columns={[
          { title: "When", time: ({ scheduled_at }) => scheduled_at },
          { title: "What", cell: ({ payload }) => describe(payload) },
          { title: "State", cell: stateOf },
          { title: "By", cell: ({ updated_by }) => updated_by?.email ?? "" },
          {
            title: "Remove",
            cell: (change) => (
              <ConfirmButton
                {...{ small: true, label: "Remove", of: describe(change.payload), title: "Remove the change?" }}
                says={change.executed_at ? "The flag stays as it is." : "It is not made then."}
                act={(call) => call("scheduled_changes_destroy", { id: String(change.id) }).then(changes.reload)}
              />
            ),
          },
        ]}
        empty="No change is scheduled"
        says="Turn the flag on or off at a time, or let more persons have it. Several changes are a rollout in steps."
      />
    </>
  );
}

function stateOf({ executed_at, failure_reason, last_executed_at, recurrence_interval, is_recurring }: Change): string {
  if (failure_reason !== null) return `Refused: ${failure_reason}`;
  if (executed_at !== null) return last_executed_at === null ? "Over" : "Made";
  if (recurrence_interval !== null && !is_recurring) return "Paused";
  return recurrence_interval === null ? "Scheduled" : `Scheduled, then ${recurrence_interval}`;
}

function describe({ operation, value }: Payload): string {
  if (typeof value === "boolean") return value ? "Turn it on" : "Turn it off";
  if (operation === "update_variants") return `Set ${value.variants?.length ?? 0} variants`;
  return `Add ${describeRollout({ groups: (value.groups ?? []) as Condition[] })}`;
}

const WHAT = optionsOf({ on: "Turn it on", off: "Turn it off", rollout: "Give it to a share of everyone" });
const AGAIN = optionsOf({ "": "No", daily: "Every day", weekly: "Every week", monthly: "Every month" });

type NewProps = { readonly id: number; readonly onMade: () => void; readonly onClose: () => void };

function NewDialog({ id, onMade, onClose }: NewProps) {
  const zone = useZone();
  const initial = { scheduled_at: clockIn(zone, Date.now() + 3_600_000), what: "on", share: "50", again: "" };
  const form = useForm(initial, async ({ scheduled_at: clock, what, share, again }, call) => {
    const groups = [{ properties: [], rollout_percentage: Number(share) }];
    const payload: Payload =
      what === "rollout"
        ? { operation: "add_release_condition", value: { groups } }
        : { operation: "update_status", value: what === "on" };
    const recurrence = { is_recurring: true, recurrence_interval: again as Change["recurrence_interval"] };
    const when = { scheduled_at: timeIn(zone, clock), ...(again && what !== "rollout" && recurrence) };
    const body = { record_id: String(id), model_name: "FeatureFlag" as const, payload, ...when };
    await call("scheduled_changes_create", { body });
    onMade();
    onClose();
  });
  const isRollout = form.values.what === "rollout";
  return (
    <DialogForm {...{ form, onClose }} title="Schedule a change" submit="Schedule">
      <Select label="What" options={WHAT} {...form.field("what")} />
      {isRollout && (
        <Field label="Share, in %" type="number" min="0" max="100" step="any" required {...form.field("share")} />
      )}
      <Field {...{ label: "When", type: "datetime-local", required: true }} {...form.field("scheduled_at")} />
      {!isRollout && <Select label="Again and again" options={AGAIN} {...form.field("again")} />}
    </DialogForm>
  );
}
