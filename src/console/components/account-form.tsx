import { type CurrentUser, isMadeUp } from "../api/place.ts";
import { Field } from "./field.tsx";
import { SentForm, useForm } from "./form.tsx";
import { Button } from "./page.tsx";

interface Props {
  readonly current: Pick<CurrentUser, "user" | "has_password">;
  readonly hasPasswords: boolean;
  readonly onSaved: () => void;
  readonly onSkip?: () => void;
}

/** Asks for the present password only where the service wants it. */
export function AccountForm({ current: { user, has_password: hasPassword }, hasPasswords, onSaved, onSkip }: Props) {
  const present = isMadeUp(user) ? "" : user.email;
  const initial = { first_name: user.first_name, email: present, password: "", current_password: "" };
  const form = useForm(initial, async (values, call) => {
    const changed = Object.entries(values).filter(([name, value]) => value !== initial[name as keyof typeof initial]);
    if (changed.length > 0) await call("users_me_partial_update", { body: Object.fromEntries(changed) });
    onSaved();
    return { ...values, password: "", current_password: "" };
  });
  const mustConfirm = form.error?.attr === "current_password" || form.values.current_password !== "";
  return (
    <SentForm
      class="stack settings-form"
      noValidate
      {...{ form, submit: "Save" }}
      beside={onSkip && <Button label="Not now" onClick={onSkip} />}
    >
      <Field label="Your first name" autocomplete="given-name" {...form.field("first_name")} />
      <Field
        label="Your email address"
        type="email"
        autocomplete="username"
        hint={isMadeUp(user) ? "You sign in with it, and others see who you are." : undefined}
        {...form.field("email")}
      />
      {hasPasswords && (
        <Field
          label={hasPassword ? "A new password" : "A password"}
          type="password"
          autocomplete="new-password"
          hint={`At least 12 characters: a few words are easy to remember. ${
            hasPassword ? "Left empty, it stays as it is. Your other sessions end when it changes." : OPTIONAL
          }`}
          {...form.field("password")}
        />
      )}
      {mustConfirm && (
        <Field
          label="Your present password"
          type="password"
          autocomplete="current-password"
          {...form.field("current_password")}
        />
      )}
    </SentForm>
  );
}

const OPTIONAL = "You can do without one, and sign in with links.";
