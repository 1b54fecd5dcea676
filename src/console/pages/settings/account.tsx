import { useState } from "preact/hooks";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useSession } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { AccountForm } from "../../components/account-form.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { Passkeys } from "./passkeys.tsx";

export function Account() {
  const { reload, ...current } = useSession();
  const ways = useResource((signal) => unwrap(client.GET("/api/sign_in", { signal })), []);
  const [isSaved, setSaved] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [present, setPresent] = useState("");
  const changed = () => {
    setSaved(true);
    setRemoving(false);
    reload();
  };
  const remove = useAction(async () => {
    const confirmation = present !== "" && { current_password: present };
    await unwrap(client.PATCH("/api/users/@me", { body: { password: null, ...confirmation } }));
    changed();
  });
  return (
    <div class="settings-panel">
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
                <div>
                  <Button onClick={() => setRemoving(true)}>Remove the password</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {ways.data?.password && <Passkeys />}
      {isRemoving && (
        <ConfirmDialog
          title="Remove your password?"
          says={
            <>
              <p>You sign in with links or a provider from then on. Your other sessions end.</p>
              {remove.error?.attr === "current_password" && (
                <Field
                  label="Your present password"
                  type="password"
                  autoComplete="current-password"
                  value={present}
                  onValue={setPresent}
                />
              )}
            </>
          }
          confirm="Remove"
          action={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
