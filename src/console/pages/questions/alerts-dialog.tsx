import { AlertRequest } from "../../../../generated/console.ts";
import { type Answer, useOperation } from "../../api/operations.ts";
import { isMadeUp, useSession } from "../../api/place.ts";
import { ConfirmButton, Dialog } from "../../components/dialog.tsx";
import { Checkbox, Field, Select } from "../../components/field.tsx";
import { SentForm, useForm } from "../../components/form.tsx";
import { formatFigure } from "../../components/format.ts";
import { optionsOf } from "../../components/options.ts";
import { Bar } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";

type Alert = Answer<"alerts_retrieve">;
type When = "less" | "more" | "rises" | "falls";

const WHEN = optionsOf<When>({
  less: "It is less than",
  more: "It is more than",
  rises: "It rises by more than %",
  falls: "It falls by more than %",
});
const INTERVALS = optionsOf<Alert["calculation_interval"]>({
  hourly: "Hour",
  daily: "Day",
  weekly: "Week",
  monthly: "Month",
});
const STATES: Readonly<Record<Alert["state"], string>> = {
  "Not firing": "Quiet",
  Firing: "Firing",
  Errored: "Cannot be checked",
  Snoozed: "Paused",
};

/** Says in words when an alert fires. */
function conditionOf({ condition: { type }, threshold: { configuration } }: Alert): string {
  const { lower, upper } = configuration.bounds ?? {};
  const unit = configuration.type === "percentage" ? "share" : undefined;
  const verb = { absolute_value: "is", relative_increase: "rises by", relative_decrease: "falls by" }[type];
  const bounds = [
    ["less than", lower],
    ["more than", upper],
  ] as const;
  const said = bounds.flatMap(([than, value]) => (value == null ? [] : `${than} ${formatFigure({ value, unit })}`));
  return `${verb} ${said.join(" or ")}`;
}

/** The alerts of a saved question, and a form for another. */
export function AlertsDialog({ insight, onClose }: { readonly insight: number; readonly onClose: () => void }) {
  const alerts = useOperation("alerts_list", { insight_id: insight }, { keep: true });
  return (
    <Dialog title="Alerts" onClose={onClose} wide>
      <Listing
        of={alerts}
        empty="No alert watches this question"
        caption="Alerts"
        columns={[
          { title: "When it", cell: (alert) => conditionOf(alert) },
          { title: "Now", cell: ({ state, checks: [last] }) => <span title={last?.error ?? ""}>{STATES[state]}</span> },
          { title: "Checked", time: ({ last_checked_at: at }) => at, never: "Not yet" },
          {
            title: "Change",
            cell: (alert) => (
              <ConfirmButton
                {...{ label: "Delete", small: true, title: "Delete the alert?" }}
                says={`Nobody is told any more when it ${conditionOf(alert)}.`}
                act={(call) => call("alerts_destroy", { id: alert.id }).then(alerts.reload)}
              />
            ),
          },
        ]}
      />
      <NewAlert insight={insight} onAdded={alerts.reload} />
    </Dialog>
  );
}

function NewAlert({ insight, onAdded }: { readonly insight: number; readonly onAdded: () => void }) {
  const session = useSession();
  const { user } = session;
  const ways = useOperation("sign_in_retrieve", {});
  const hasMail = ways.data?.link_by_mail === true && !isMadeUp(session);
  const initial = { when: "less" as When, bound: "", every: "daily" as Alert["calculation_interval"] };
  const form = useForm({ ...initial, isMailed: true, webhook_url: "" }, async (values, call) => {
    const { when, bound, every, isMailed, webhook_url } = values;
    const isRelative = when === "rises" || when === "falls";
    const value = isRelative ? Number(bound) / 100 : Number(bound);
    const bounds = when === "less" ? { lower: value } : { upper: value };
    const condition = { rises: "relative_increase", falls: "relative_decrease" } as const;
    await call("alerts_create", {
      body: {
        insight,
        threshold: { configuration: { type: isRelative ? "percentage" : "absolute", bounds } },
        condition: { type: isRelative ? condition[when] : "absolute_value" },
        calculation_interval: every,
        subscribed_users: hasMail && isMailed ? [user.id] : [],
        webhook_url,
      },
    });
    onAdded();
    return { ...values, bound: "" };
  });
  return (
    <SentForm form={form} submit="Add alert" class="stack">
      <h3>Another alert</h3>
      <Bar>
        <Select label="When" options={WHEN} {...form.field("when")} />
        <Field label="Number" type="number" step="any" required {...form.field("bound")} />
        <Select label="At the end of each" options={INTERVALS} {...form.field("every")} />
      </Bar>
      {hasMail && <Checkbox label={`Mail to ${user.email}`} {...form.field("isMailed")} />}
      {ways.data?.link_by_mail === false && (
        <p class="small quiet">This service has no mail server: give a webhook, or look here.</p>
      )}
      <Field
        {...{ label: "Webhook", type: "url", hint: "Gets a signed request; also of Slack. Empty: none." }}
        {...AlertRequest.webhook_url}
        {...form.field("webhook_url")}
      />
    </SentForm>
  );
}
