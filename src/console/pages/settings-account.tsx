import { useState } from "preact/hooks";
import { useOperation } from "../api/operations.ts";
import { registerPasskey, whyNoPasskeys } from "../api/passkeys.ts";
import { type Colors, chooseColors, chosenColors, useSession } from "../api/place.ts";
import { AccountForm } from "../components/account-form.tsx";
import { ConfirmButton } from "../components/dialog.tsx";
import { Field, Select } from "../components/field.tsx";
import { InlineForm, NameButton, useForm } from "../components/form.tsx";
import { optionsOf } from "../components/options.ts";
import { Card, Loaded, Message } from "../components/page.tsx";
import { Listing } from "../components/table.tsx";

export function Account() {
  const { reload, ...current } = useSession();
  const ways = useOperation("sign_in_retrieve", {});
  const [isSaved, setSaved] = useState(false);
  const [present, setPresent] = useState("");
  const changed = () => {
    setSaved(true);
    reload();
  };
  return (
    <div class="stack">
      <Card title="You">
        <Loaded resource={ways}>
          {({ password: hasPasswords }) => (
            <>
              <AccountForm
                key={`${current.user.email} ${current.has_password}`}
                {...{ current, hasPasswords }}
                onSaved={changed}
              />
              {isSaved && <Message tone="success">It is saved.</Message>}
              {hasPasswords && current.has_password && (
                <ConfirmButton
                  label="Remove the password"
                  title="Remove your password?"
                  says={(error) => (
                    <>
                      <p>You sign in with links or a provider from then on. Your other sessions end.</p>
                      {error?.attr === "current_password" && (
                        <Field
                          label="Your present password"
                          type="password"
                          autocomplete="current-password"
                          value={present}
                          onValue={setPresent}
                        />
                      )}
                    </>
                  )}
                  confirm="Remove"
                  act={async (call) => {
                    const confirmation = present !== "" && { current_password: present };
                    await call("users_me_partial_update", { body: { password: null, ...confirmation } });
                    changed();
                  }}
                />
              )}
            </>
          )}
        </Loaded>
      </Card>
      {ways.data?.password && <Passkeys />}
      <ColorsCard />
    </div>
  );
}

const COLORS = optionsOf<Colors>({ "light dark": "As the system has them", light: "Light", dark: "Dark" });

function ColorsCard() {
  const [colors, setColors] = useState(chosenColors);
  const choose = (chosen: Colors) => {
    setColors(chosen);
    chooseColors(chosen);
  };
  return (
    <Card title="This browser">
      <Select label="Colors" options={COLORS} value={colors} onValue={choose} />
    </Card>
  );
}

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
        columns={[
          { title: "Name", cell: ({ name }) => name },
          { title: "Created", time: ({ created_at }) => created_at },
          { title: "Last used", time: ({ last_used_at }) => last_used_at, never: "Never" },
        ]}
        actions={({ id, name }) => (
          <>
            <NameButton
              {...{ small: true, label: "Rename", of: name, title: "Rename the passkey", submit: "Rename", name }}
              send={(chosen, call) => {
                return call("passkeys_partial_update", { id, body: { name: chosen.trim() } }).then(passkeys.reload);
              }}
            />
            <ConfirmButton
              small
              label="Remove"
              of={name}
              title="Remove the passkey?"
              says={`Nobody signs in with “${name}” any more. Sessions that it began go on.`}
              act={(call) => call("passkeys_destroy", { id }).then(passkeys.reload)}
            />
          </>
        )}
        empty={null}
      />
      {obstacle ? (
        <p>{obstacle}</p>
      ) : (
        <InlineForm form={form} submit="Add a passkey">
          <Field label="Name of a new passkey" {...form.field("name")} />
        </InlineForm>
      )}
    </Card>
  );
}
