import { SubscriptionRequest } from "../../../generated/console.ts";
import { type Answer, useAction, useOperation, usePages } from "../api/operations.ts";
import { ConfirmButton, Dialog, DialogButton } from "../components/dialog.tsx";
import { Field, Select } from "../components/field.tsx";
import { SentForm, useForm } from "../components/form.tsx";
import { dayIn, timeIn } from "../components/format.ts";
import { optionsOf } from "../components/options.ts";
import { Bar, Button, Message } from "../components/page.tsx";
import { Listing } from "../components/table.tsx";
import { Time, useZone } from "../components/text.tsx";
import { type SubjectProps, subjectOf } from "./share-dialog.tsx";

type Subscription = Answer<"subscriptions_retrieve">;

const WAYS = optionsOf<Subscription["target_type"]>({ email: "Mail", webhook: "Webhook", slack: "Slack" });
const INTERVALS = optionsOf<Subscription["frequency"]>({
  daily: "Day",
  weekly: "Week",
  monthly: "Month",
  yearly: "Year",
});
const TO = {
  email: { label: "To", hint: "Up to 20 addresses, with commas between them." },
  webhook: { label: "Address", hint: "Gets a signed request." },
  slack: { label: "Incoming webhook of Slack", hint: "Such as https://hooks.slack.com/services/…" },
} as const;
const DAY_MS = 86_400_000;

export function MailButton(props: SubjectProps) {
  return <DialogButton label="Send by mail">{(onClose) => <MailDialog {...props} onClose={onClose} />}</DialogButton>;
}

/** Shows to whom a dashboard or a saved question is sent, and has it sent to others. */
function MailDialog({ of, id, onClose }: SubjectProps & { readonly onClose: () => void }) {
  const zone = useZone();
  const ways = useOperation("sign_in_retrieve", {});
  const sent = usePages("subscriptions_list", subjectOf({ of, id }), { limit: 10 });
  const sendNow = useAction((call, one: Subscription) =>
    call("subscriptions_test_delivery", { id: String(one.id) }).then(sent.reload),
  );
  const initial = { target_type: "email" as Subscription["target_type"], target_value: "" };
  const weekly = { frequency: "weekly" as Subscription["frequency"] };
  const start_date = `${dayIn(zone, Date.now() + DAY_MS)}T08:00`;
  const form = useForm({ ...initial, ...weekly, start_date }, async (values, call) => {
    const body = { ...subjectOf({ of, id }), ...values, start_date: timeIn(zone, values.start_date) };
    await call("subscriptions_create", { body });
    sent.reload();
    return { ...values, target_value: "" };
  });
  return (
    <Dialog title="Send by mail" onClose={onClose} wide>
      <Listing
        of={sent}
        caption="Sent to"
        empty="It is sent to nobody yet"
        columns={[
          { title: "To", cell: ({ target_value: to }) => <span class="wrap-anywhere">{to}</span> },
          { title: "When", cell: ({ summary }) => summary.replace("sent ", "") },
          { title: "Next", time: ({ next_delivery_date: at }) => at, never: "never" },
          { title: "Last", cell: ({ last_error, last_delivered_at: at }) => last_error ?? <Time at={at} /> },
        ]}
        actions={(one) => (
          <>
            <Button small label="Send now" disabled={sendNow.isRunning} onClick={() => void sendNow.run(one)} />
            <ConfirmButton
              {...{ small: true, label: "Delete", of: one.target_value, title: "Send it no longer?" }}
              says={`${one.target_value} gets nothing more.`}
              act={(call) => call("subscriptions_destroy", { id: String(one.id) }).then(sent.reload)}
            />
          </>
        )}
      />
      {sendNow.error && <Message>{sendNow.error.message}</Message>}
      <SentForm form={form} submit="Send it" class="stack">
        <Bar>
          <Select label="By" options={WAYS} {...form.field("target_type")} />
          <Select label="Each" options={INTERVALS} {...form.field("frequency")} />
          <Field label="First" type="datetime-local" required {...form.field("start_date")} />
        </Bar>
        {ways.data?.link_by_mail === false && (
          <p class="small quiet">This service has no mail server: only webhooks and Slack get something.</p>
        )}
        <Field
          {...TO[form.values.target_type]}
          required
          {...SubscriptionRequest.target_value}
          {...form.field("target_value")}
        />
      </SentForm>
    </Dialog>
  );
}
