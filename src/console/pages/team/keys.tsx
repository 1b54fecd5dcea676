import { useState } from "preact/hooks";
import { call, type Schemas, useOperation } from "../../api/operations.ts";
import { ConfirmButton, Dialog, DialogButton } from "../../components/dialog.tsx";
import { Checkbox, Field } from "../../components/field.tsx";
import { DialogForm, useForm } from "../../components/form.tsx";
import { Bar, Button, CopyButton, EmptyState, Message } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";

export const nameOfKey = ({ label, id }: Pick<Schemas["ProjectKey"], "label" | "id">) => label || `Key ${id}`;

export function Keys() {
  const keys = useOperation("personal_keys_list", {});
  return (
    <div class="stack">
      <Bar>
        <DialogButton kind="main" label="Create a key">
          {(close) => <KeyDialog onClose={close} onCreated={keys.reload} />}
        </DialogButton>
      </Bar>
      <p class="quiet">With a personal key, programs do in your name what you may do yourself. Keep them secret.</p>
      <Listing
        of={keys}
        caption="Your keys"
        keyOf={({ id }) => id}
        columns={[
          { title: "Name", cell: nameOfKey },
          { title: "Key", cell: ({ hint }) => <Code>{hint}</Code> },
          { title: "May", cell: ({ read_only }) => (read_only ? "Read" : "Read and change") },
          { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "Last used",
            cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : <span class="quiet">Never</span>),
          },
          {
            title: "Actions",
            cell: (key) => (
              <ConfirmButton
                small
                label="Revoke"
                aria-label={`Revoke ${nameOfKey(key)}`}
                title="Revoke the key?"
                says={`Within seconds, programs that use “${nameOfKey(key)}” are refused. A key cannot be restored.`}
                confirm="Revoke"
                act={async () => {
                  await call("personal_keys_destroy", { id: key.id });
                  keys.reload();
                }}
              />
            ),
          },
        ]}
        empty={
          <EmptyState title="You have no key">
            <p>Create one for each program that reads or changes something in your name.</p>
          </EmptyState>
        }
      />
    </div>
  );
}

function KeyDialog({ onClose, onCreated }: { readonly onClose: () => void; readonly onCreated: () => void }) {
  const [created, setCreated] = useState<string | null>(null);
  const form = useForm({ label: "", read_only: true }, async (body) => {
    setCreated((await call("personal_keys_create", { body })).key);
    onCreated();
  });
  if (created !== null) {
    return (
      <Dialog title="Your new key" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
        <Message tone="warning">Copy it now: it is not shown again.</Message>
        <Code>{created}</Code>
        <div>
          <CopyButton text={created}>Copy the key</CopyButton>
        </div>
      </Dialog>
    );
  }
  const { value: checked, onValue } = form.field("read_only");
  return (
    <DialogForm title="Create a key" submit="Create" {...{ form, onClose }}>
      <Field
        label="Name"
        hint="Such as the program that uses it."
        autocomplete="off"
        autoFocus
        {...form.field("label")}
      />
      <Checkbox label="It may only read" {...{ checked, onValue }} />
    </DialogForm>
  );
}
