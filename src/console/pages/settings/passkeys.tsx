import { call, useOperation } from "../../api/operations.ts";
import { registerPasskey, whyNoPasskeys } from "../../api/passkeys.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmButton, DialogButton } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { InlineForm, NameDialog, useForm } from "../../components/form.tsx";
import { Card } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { Time } from "../../components/text.tsx";

export function Passkeys() {
  const { user } = useSession();
  const passkeys = useOperation("passkeys_list", {});
  const form = useForm({ name: "" }, async ({ name }) => {
    await registerPasskey(name.trim() || "Passkey", user, passkeys.data ?? []);
    passkeys.reload();
    return { name: "" };
  });
  const obstacle = whyNoPasskeys();
  return (
    <Card title="Passkeys">
      <p class="quiet">
        With a passkey you sign in as you unlock your device: with a finger, your face, a PIN or a security key.
      </p>
      <Listing
        of={passkeys}
        caption="Your passkeys"
        keyOf={({ id }) => id}
        columns={[
          { title: "Name", cell: ({ name }) => name },
          { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "Last used",
            cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : <span class="quiet">Never</span>),
          },
          {
            title: "Actions",
            cell: ({ id, name }) => (
              <div class="page-actions">
                <DialogButton small label="Rename" aria-label={`Rename ${name}`}>
                  {(onClose) => (
                    <NameDialog
                      {...{ title: "Rename the passkey", submit: "Rename", name, onClose }}
                      send={async (chosen) => {
                        await call("passkeys_partial_update", { id, body: { name: chosen.trim() } });
                        passkeys.reload();
                      }}
                    />
                  )}
                </DialogButton>
                <ConfirmButton
                  small
                  label="Remove"
                  aria-label={`Remove ${name}`}
                  title="Remove the passkey?"
                  says={`Nobody signs in with “${name}” any more. Sessions that it began go on.`}
                  confirm="Remove"
                  act={async () => {
                    await call("passkeys_destroy", { id });
                    passkeys.reload();
                  }}
                />
              </div>
            ),
          },
        ]}
        empty={null}
      />
      {obstacle ? (
        <p>{obstacle}</p>
      ) : (
        <InlineForm form={form} submit="Add a passkey">
          <Field label="Name of a new passkey" autocomplete="off" {...form.field("name")} />
        </InlineForm>
      )}
    </Card>
  );
}
