import { useState } from "preact/hooks";
import { call, useOperation } from "../../api/operations.ts";
import { useSession } from "../../api/session.ts";
import { AccountForm } from "../../components/account-form.tsx";
import { ConfirmButton } from "../../components/dialog.tsx";
import { Field } from "../../components/field.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Card } from "../../components/page.tsx";
import { Passkeys } from "./passkeys.tsx";

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
                <div>
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
                            autoComplete="current-password"
                            value={present}
                            onValue={setPresent}
                          />
                        )}
                      </>
                    )}
                    confirm="Remove"
                    act={async () => {
                      const confirmation = present !== "" && { current_password: present };
                      await call("users_me_partial_update", { body: { password: null, ...confirmation } });
                      changed();
                    }}
                  />
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {ways.data?.password && <Passkeys />}
    </div>
  );
}
