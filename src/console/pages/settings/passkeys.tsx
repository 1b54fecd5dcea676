import { useState } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { registerPasskey, whyNoPasskeys } from "../../api/passkeys.ts";
import { useSession } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, fieldError } from "../../components/field.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Loaded } from "../../components/message.tsx";
import { Bar, Card } from "../../components/page.tsx";
import { Table } from "../../components/table.tsx";
import { Time } from "../../components/text.tsx";

type Passkey = Schemas["Passkey"];

export function Passkeys() {
  const { user } = useSession();
  const [name, setName] = useState("");
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const passkeys = useResource((signal) => unwrap(client.GET("/api/users/@me/passkeys", { signal })), []);
  const add = useAction(async () => {
    await registerPasskey(name.trim() || "Passkey", user, passkeys.data ?? []);
    setName("");
    passkeys.reload();
  });
  const remove = useAction(async () => {
    if (removed) await unwrap(client.DELETE("/api/users/@me/passkeys/{id}", { params: { path: { id: removed.id } } }));
    setRemoved(null);
    passkeys.reload();
  });
  const obstacle = whyNoPasskeys();
  return (
    <Card title="Passkeys">
      <p class="quiet">
        With a passkey you sign in as you unlock your device: with a finger, your face, a PIN or a security key.
      </p>
      <Loaded resource={passkeys}>
        {(rows) =>
          rows.length > 0 && (
            <Table<Passkey>
              caption="Your passkeys"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: "Name", cell: ({ name }) => name },
                { title: "Created", cell: ({ created_at }) => <Time at={created_at} /> },
                {
                  title: "Last used",
                  cell: ({ last_used_at }) =>
                    last_used_at ? <Time at={last_used_at} /> : <span class="quiet">Never</span>,
                },
                {
                  title: "Actions",
                  cell: (passkey) => (
                    <>
                      <Button small aria-label={`Rename ${passkey.name}`} onClick={() => setRenamed(passkey)}>
                        Rename
                      </Button>{" "}
                      <Button small aria-label={`Remove ${passkey.name}`} onClick={() => setRemoved(passkey)}>
                        Remove
                      </Button>
                    </>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      {obstacle ? (
        <p>{obstacle}</p>
      ) : (
        <Form noValidate onSubmit={() => add.run()}>
          <Bar>
            <Field
              label="Name of a new passkey"
              autocomplete="off"
              value={name}
              error={fieldError(add.error, "name")}
              onValue={setName}
            />
            <Button type="submit" disabled={add.isRunning}>
              Add a passkey
            </Button>
          </Bar>
          <FormError error={add.error} fields={["name"]} />
        </Form>
      )}
      {renamed && (
        <RenameDialog
          passkey={renamed}
          onClose={() => {
            setRenamed(null);
            passkeys.reload();
          }}
        />
      )}
      {removed && (
        <ConfirmDialog
          title="Remove the passkey?"
          says={`Nobody signs in with “${removed.name}” any more. Sessions that it began go on.`}
          confirm="Remove"
          action={remove}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  );
}

function RenameDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useAction(async () => {
    const params = { path: { id: passkey.id } };
    await unwrap(client.PATCH("/api/users/@me/passkeys/{id}", { params, body: { name: name.trim() } }));
    onClose();
  });
  return (
    <Dialog title="Rename the passkey" onClose={onClose}>
      <Form noValidate onSubmit={() => rename.run()}>
        <Bar>
          <Field
            label="Name"
            autocomplete="off"
            value={name}
            error={fieldError(rename.error, "name")}
            onValue={setName}
          />
          <Button type="submit" disabled={rename.isRunning}>
            Rename
          </Button>
        </Bar>
        <FormError error={rename.error} fields={["name"]} />
      </Form>
    </Dialog>
  );
}
