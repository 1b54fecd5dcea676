import { useRef, useState } from "preact/hooks";
import { useSearch } from "wouter-preact";
import { placeAfterSignIn, SERVICE_URL } from "../../api/client.ts";
import { call, type Schemas, useAction, useOperation } from "../../api/operations.ts";
import { signInWithPasskey, whyNoPasskeys } from "../../api/passkeys.ts";
import { navigate } from "../../api/place.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormError, useForm } from "../../components/form.tsx";
import { Button, CopyButton, Loaded, Message, Page } from "../../components/page.tsx";
import { Code } from "../../components/text.tsx";

const COMMAND = "sightline sign-in-link --email ADDRESS";

export function AskForLink() {
  const ways = useOperation("sign_in_retrieve", {});
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

const ENTER = { type: "submit" } as const;

function SignInForm({ password: hasPasswords, link_by_mail: hasMail }: Schemas["SignInWays"]) {
  const [sentTo, setSentTo] = useState<string>();
  /** Whether the pressed button asks for a mail. */
  const wantsMail = useRef(false);
  const form = useForm({ email: "", password: "" }, async ({ email, password }) => {
    if (wantsMail.current) {
      await call("sign_in_link_create", { body: { email } });
      setSentTo(email);
    } else {
      await call("sessions_password_create", { body: { email, password } });
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
  const byMail = hasMail && form.values.password === "";
  const submit = (mail: boolean) => {
    wantsMail.current = mail;
    return form.run();
  };
  const onClick = (mail: boolean) => ({ onClick: () => submit(mail) });
  return (
    <Form class="stack" noValidate onSubmit={() => submit(byMail)}>
      <Field label="Your email address" type="email" autoComplete="username" {...form.field("email")} />
      {hasPasswords && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          hint={hasMail ? "Without one, have a link mailed." : undefined}
          {...form.field("password")}
        />
      )}
      <FormError of={form} />
      <div class="page-actions">
        {hasPasswords && (
          <Button kind="main" disabled={form.isRunning} {...(byMail ? onClick(false) : ENTER)}>
            Sign in
          </Button>
        )}
        {hasMail && (
          <Button
            kind={hasPasswords ? "plain" : "main"}
            disabled={form.isRunning}
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

function ProviderLinks({ providers }: Pick<Schemas["SignInWays"], "providers">) {
  const search = new URLSearchParams(useSearch());
  const refused = search.get("refused");
  const name = providers.find(({ id }) => id === search.get("provider"))?.name ?? "The provider";
  return (
    <>
      {refused !== null && <Message>{sentenceFor(refused, name)}</Message>}
      {providers.length > 0 && (
        <div class="sign-in-providers">
          {providers.map(({ id, name }) => (
            <a key={id} class="button" href={`${SERVICE_URL}api/sign_in/oidc/${encodeURIComponent(id)}`}>
              Sign in with {name}
            </a>
          ))}
        </div>
      )}
    </>
  );
}

function sentenceFor(reason: string, name: string): string {
  const sentences: Readonly<Record<string, string>> = {
    unavailable: `${name} cannot be reached, or does not answer as it should. Try again later, or sign in another way.`,
    expired: "This sign-in took more than ten minutes, began in another browser, or has ended already. Try again.",
    denied: `${name} did not sign you in. Try again, or sign in another way.`,
    unverified: `${name} does not say that your email address is verified. Verify it there, then try again.`,
    stranger:
      "The email address of this account is neither a member's nor invited. " +
      "Ask a member to invite it, or use another account.",
    other_account:
      `Your email address belongs to a member who signs in with another account of ${name}. ` +
      "Use that one, or ask the operator of this service for a link.",
    throttled: "There were too many attempts from your address. Try again in a minute.",
  };
  return (Object.hasOwn(sentences, reason) && sentences[reason]) || "Signing in failed. Try again.";
}
