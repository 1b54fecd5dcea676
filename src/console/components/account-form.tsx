import { useState } from "preact/hooks";
import { client } from "../api/client.ts";
import { unwrap } from "../api/errors.ts";
import { type CurrentUser, isMadeUp } from "../api/session.ts";
import { useAction } from "../api/use-resource.ts";
import { Button } from "./button.tsx";
import { Field, fieldError } from "./field.tsx";
import { Form, FormError } from "./form.tsx";

interface Props {
  readonly current: Pick<CurrentUser, "user" | "has_password">;
  readonly hasPasswords: boolean;
  readonly onSaved: () => void;
  readonly onSkip?: () => void;
}

const FIELDS = ["first_name", "email", "password", "current_password"];

/** Asks for the present password only where the service wants it. */
export function AccountForm({ current: { user, has_password: hasPassword }, hasPasswords, onSaved, onSkip }: Props) {
  const present = isMadeUp(user) ? "" : user.email;
  const [name, setName] = useState(user.first_name);
  const [email, setEmail] = useState(present);
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState<string>();
  const save = useAction(async () => {
    const body = {
      ...(name !== user.first_name && { first_name: name }),
      ...(email !== present && { email }),
      ...(password !== "" && { password }),
      ...(confirmation !== undefined && { current_password: confirmation }),
    };
    if (Object.keys(body).length > 0) await unwrap(client.PATCH("/api/users/@me", { body }));
    setPassword("");
    setConfirmation(undefined);
    onSaved();
  });
  const { error } = save;
  const mustConfirm = error?.attr === "current_password" || confirmation !== undefined;
  return (
    <Form class="settings-form" noValidate onSubmit={() => save.run()}>
      <Field
        label="Your first name"
        autoComplete="given-name"
        value={name}
        error={fieldError(error, "first_name")}
        onValue={setName}
      />
      <Field
        label="Your email address"
        type="email"
        autoComplete="username"
        value={email}
        error={fieldError(error, "email")}
        hint={isMadeUp(user) ? "You sign in with it, and others see who you are." : undefined}
        onValue={setEmail}
      />
      {hasPasswords && (
        <Field
          label={hasPassword ? "A new password" : "A password"}
          type="password"
          autoComplete="new-password"
          value={password}
          error={fieldError(error, "password")}
          hint={`At least 12 characters: a few words are easy to remember. ${
            hasPassword ? "Left empty, it stays as it is. Your other sessions end when it changes." : OPTIONAL
          }`}
          onValue={setPassword}
        />
      )}
      {mustConfirm && (
        <Field
          label="Your present password"
          type="password"
          autoComplete="current-password"
          value={confirmation ?? ""}
          error={fieldError(error, "current_password")}
          onValue={setConfirmation}
        />
      )}
      <FormError error={error} fields={FIELDS} />
      <div class="page-actions">
        <Button type="submit" kind="main" disabled={save.isRunning}>
          Save
        </Button>
        {onSkip && <Button onClick={onSkip}>Not now</Button>}
      </div>
    </Form>
  );
}

const OPTIONAL = "You can do without one, and sign in with links.";
