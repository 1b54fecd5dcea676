import { useState } from "preact/hooks";
import { type Call, type Resource, type Schemas, useOperation } from "../../api/operations.ts";
import { useIsAdmin } from "../../api/place.ts";
import { ConfirmButton, Dialog, DialogButton } from "../../components/dialog.tsx";
import { Checkbox, Field } from "../../components/field.tsx";
import { DialogForm, InlineForm, useForm } from "../../components/form.tsx";
import { Bar, Button, CopyButton, ForAdmins, Message } from "../../components/page.tsx";
import { type Column, Listing } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";

type Key = Pick<Schemas["ProjectKey"], "id" | "label" | "created_at"> & { readonly last_used_at: string | null };

const nameOf = ({ label, id }: Key) => label || `Key ${id}`;

interface KeyListProps<K extends Key> {
  readonly keys: Resource<K[]>;
  readonly caption: string;
  readonly columns: readonly Column<K>[];
  readonly never?: string;
  /** What is refused once a key is revoked, such as "programs that use". */
  readonly refused: string;
  readonly revoke: ((call: Call, id: string) => Promise<unknown>) | false;
  readonly copy?: (key: K) => string;
  readonly empty: string;
  readonly says: string;
}

function KeyList<K extends Key>({ keys, columns, never = "–", refused, revoke, copy, ...rest }: KeyListProps<K>) {
  return (
    <Listing
      {...rest}
      of={keys}
      columns={[
        { title: "Name", cell: nameOf },
        ...columns,
        { title: "Created", time: ({ created_at }) => created_at },
        { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} never={never} /> },
      ]}
      actions={(key) => (
        <>
          {copy && <CopyButton text={copy(key)} />}
          {revoke && (
            <ConfirmButton
              small
              label="Revoke"
              of={nameOf(key)}
              title="Revoke the key?"
              says={`Within seconds, ${refused} “${nameOf(key)}” are refused. A key cannot be restored.`}
              act={(call) => revoke(call, key.id).then(keys.reload)}
            />
          )}
        </>
      )}
    />
  );
}

export function ProjectKeys() {
  const isAdmin = useIsAdmin();
  const keys = useOperation("project_keys_list", {});
  const form = useForm({ label: "" }, async (body, call) => {
    await call("project_keys_create", { body });
    keys.reload();
    return { label: "" };
  });
  return (
    <div class="stack">
      <p class="quiet">Sites and applications send events with a key of the project. It is no secret.</p>
      <KeyList
        keys={keys}
        caption="Keys of the project"
        columns={[{ title: "Key", cell: ({ key }) => <Code>{key}</Code> }]}
        refused="events sent with"
        revoke={isAdmin && ((call, id) => call("project_keys_destroy", { id }))}
        copy={({ key }) => key}
        empty="The project has no key"
        says="Create one to send events."
      />
      <ForAdmins to="create and revoke keys">
        <InlineForm form={form} submit="Create the key">
          <Field label="Name of a new key" {...form.field("label")} />
        </InlineForm>
      </ForAdmins>
    </div>
  );
}

export function PersonalKeys() {
  const keys = useOperation("personal_keys_list", {});
  return (
    <div class="stack">
      <Bar>
        <DialogButton kind="main" label="Create a key">
          {(close) => <KeyDialog onClose={close} onCreated={keys.reload} />}
        </DialogButton>
      </Bar>
      <p class="quiet">With a personal key, programs do in your name what you may do yourself. Keep them secret.</p>
      <KeyList
        keys={keys}
        caption="Your keys"
        columns={[
          { title: "Key", cell: ({ hint }) => <Code>{hint}</Code> },
          { title: "May", cell: ({ read_only }) => (read_only ? "Read" : "Read and change") },
        ]}
        never="Never"
        refused="programs that use"
        revoke={(call, id) => call("personal_keys_destroy", { id })}
        empty="You have no key"
        says="Create one for each program that reads or changes something in your name."
      />
    </div>
  );
}

function KeyDialog({ onClose, onCreated }: { readonly onClose: () => void; readonly onCreated: () => void }) {
  const [created, setCreated] = useState<string | null>(null);
  const form = useForm({ label: "", read_only: true }, async (body, call) => {
    setCreated((await call("personal_keys_create", { body })).key);
    onCreated();
  });
  if (created !== null) {
    return (
      <Dialog title="Your new key" onClose={onClose} actions={<Button label="Done" onClick={onClose} />}>
        <Message tone="warning">Copy it now: it is not shown again.</Message>
        <Code>{created}</Code>
        <CopyButton label="Copy the key" text={created} />
      </Dialog>
    );
  }
  const hint = "Such as the program that uses it.";
  return (
    <DialogForm title="Create a key" submit="Create" {...{ form, onClose }}>
      <Field label="Name" hint={hint} autoFocus {...form.field("label")} />
      <Checkbox label="It may only read" {...form.field("read_only")} />
    </DialogForm>
  );
}
