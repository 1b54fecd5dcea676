import { useState } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { navigate } from "../../api/hash-location.ts";
import { signInWithPasskey, whyNoPasskeys } from "../../api/passkeys.ts";
import { placeAfterSignIn } from "../../api/signed-out.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Field, fieldError } from "../../components/field.tsx";
import { Form, FormError } from "../../components/form.tsx";
import { Loaded, Message } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { Code, CopyButton } from "../../components/text.tsx";
import { ProviderLinks } from "./providers.tsx";

const COMMAND = "sightline sign-in-link --email ADDRESS";

/** Offers the ways to sign in that this service has. */
export function AskForLink() {
  const ways = useResource((signal) => unwrap(client.GET("/api/sign_in", { signal })), []);
  return (
    <Page title="Sign in">
      <Loaded resource={ways}>
        {(found) => (
          <>
            <ProviderLinks providers={found.providers} />
            {found.password && <PasskeyButton />}
            {(found.password || found.link_by_mail) && <SignInForm {...found} />}
            {!found.link_by_mail && found.providers.length === 0 && <FromTheServer isOnly={!found.password} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function PasskeyButton() {
  const signIn = useAction(async () => {
    await signInWithPasskey();
    navigate(placeAfterSignIn(), { replace: true });
  });
  const obstacle = whyNoPasskeys();
  if (obstacle !== null) return <p class="small quiet">{obstacle}</p>;
  return (
    <>
      {signIn.error && <Message>{signIn.error.message}</Message>}
      <div>
        <Button disabled={signIn.isRunning} onClick={() => signIn.run()}>
          Sign in with a passkey
        </Button>
      </div>
    </>
  );
}

const FIELDS = ["email", "password"];
/** Props of the button that the key Enter presses. */
const ENTER = { type: "submit" } as const;

function SignInForm({ password: hasPasswords, link_by_mail: hasMail }: Schemas["SignInWays"]) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const submit = useAction(async (byMail: boolean) => {
    if (byMail) {
      await unwrap(client.POST("/api/sign_in/link", { body: { email } }));
      setSentTo(email);
    } else {
      await unwrap(client.POST("/api/sessions/password", { body: { email, password } }));
      navigate(placeAfterSignIn(), { replace: true });
    }
  });
  if (sentTo !== undefined) {
    return (
      <>
        <Message tone="success">
          <p>If {sentTo} is the address of a member, a mail with a link is on its way.</p>
          <p>The link works once, within ten minutes. Look among unwanted mail, too.</p>
        </Message>
        <div>
          <Button onClick={() => setSentTo(undefined)}>Use another address</Button>
        </div>
      </>
    );
  }
  const { error } = submit;
  const byMail = hasMail && password === "";
  const onClick = (mail: boolean) => ({ onClick: () => submit.run(mail) });
  return (
    <Form class="sign-in-form" noValidate onSubmit={() => submit.run(byMail)}>
      <Field
        label="Your email address"
        type="email"
        autoComplete="username"
        value={email}
        onValue={setEmail}
        error={fieldError(error, "email")}
      />
      {hasPasswords && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={fieldError(error, "password")}
          hint={hasMail ? "Without one, have a link mailed." : undefined}
        />
      )}
      <FormError error={error} fields={FIELDS} />
      <div class="page-actions">
        {hasPasswords && (
          <Button kind="main" disabled={submit.isRunning} {...(byMail ? onClick(false) : ENTER)}>
            Sign in
          </Button>
        )}
        {hasMail && (
          <Button
            kind={hasPasswords ? "plain" : "main"}
            disabled={submit.isRunning}
            {...(byMail ? ENTER : onClick(true))}
          >
            Mail me a link
          </Button>
        )}
      </div>
    </Form>
  );
}

function FromTheServer({ isOnly }: { readonly isOnly: boolean }) {
  return (
    <>
      <p class={isOnly ? undefined : "small quiet"}>
        {isOnly ? "Signing in takes a link, which works once." : "Without a password, a link lets you in, once."} An
        owner or admin makes one for you on the page Team, or somebody runs this on the server and opens what it prints:
      </p>
      <div>
        <Code block>{COMMAND}</Code>
      </div>
      <div>
        <CopyButton text={COMMAND}>Copy the command</CopyButton>
      </div>
    </>
  );
}
