import { useCall, useOperation } from "../../api/operations.ts";
import { useIsAdmin } from "../../api/place.ts";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { InlineForm, useForm } from "../../components/form.tsx";
import { CopyButton, EmptyState, ForAdmins } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Code, Time } from "../../components/text.tsx";
import { nameOfKey } from "../team/keys.tsx";

export function ProjectKeys() {
  const call = useCall();
  const isAdmin = useIsAdmin();
  const keys = useOperation("project_keys_list", {});
  const form = useForm({ label: "" }, async (body) => {
    await call("project_keys_create", { body });
    keys.reload();
    return { label: "" };
  });
  return (
    <div class="stack">
      <p class="quiet">Sites and applications send events with a key of the project. It is no secret.</p>
      <Listing
        of={keys}
        caption="Keys of the project"
        keyOf={({ id }) => id}
        columns={[
          { title: "Name", cell: nameOfKey },
          { title: "Key", cell: ({ key }) => <Code>{key}</Code> },
          { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
          { title: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
          {
            title: "Actions",
            cell: (key) => (
              <div class="page-actions">
                <CopyButton text={key.key} />
                {isAdmin && (
                  <ConfirmButton
                    small
                    label="Revoke"
                    aria-label={`Revoke ${nameOfKey(key)}`}
                    title="Revoke the key?"
                    says={`Within seconds, events sent with “${nameOfKey(key)}” are refused. A key cannot be restored.`}
                    confirm="Revoke"
                    act={async () => {
                      await call("project_keys_destroy", { id: key.id });
                      keys.reload();
                    }}
                  />
                )}
              </div>
            ),
          },
        ]}
        empty={
          <EmptyState title="The project has no key">
            <p>Create one to send events.</p>
          </EmptyState>
        }
      />
      <ForAdmins to="create and revoke keys">
        <InlineForm form={form} submit="Create the key">
          <Field label="Name of a new key" autocomplete="off" {...form.field("label")} />
        </InlineForm>
      </ForAdmins>
    </div>
  );
}
