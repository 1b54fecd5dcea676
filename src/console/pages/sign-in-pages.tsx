import { useEffect, useRef, useState } from "preact/hooks";
import { useSearch } from "wouter-preact";
import { placeAfterSignIn, SERVICE_URL } from "../api/client.ts";
import { call, type Schemas, useAction, useOperation, useResource } from "../api/operations.ts";
import { signInWithPasskey, whyNoPasskeys } from "../api/passkeys.ts";
import { type CurrentUser, isMadeUp, navigate, useParam } from "../api/place.ts";
import { AccountForm } from "../components/account-form.tsx";
import { Field } from "../components/field.tsx";
import { Form, FormError, useForm } from "../components/form.tsx";
import { ActionButton, Button, CopyButton, Loaded, Loading, Message, Page } from "../components/page.tsx";
import { Code } from "../components/text.tsx";

/** Signs in only once a button is pressed: scanners of mail servers open links, which must stay usable. */
function UseLink() {
  const token = useParam("token");
  const user = useResource((signal) => call("sign_in_token_show", { body: { token } }, { signal }), [token]);
  const exchange = useAction(async () => {
    await call("sessions_create", { body: { token } });
    navigate("/sign-in/welcome", { replace: true });
  });
  const error = exchange.error ?? user.error;
  if (error?.attr === "token") {
    return (
      <>
        <Message>{error.message}</Message>
        <AskForLink />
      </>
    );
  }
  return (
    <Page title="Sign in">
      {error && <Message onRetry={user.error && user.reload}>{error.message}</Message>}
      {user.data ? (
        <Form class="stack" onSubmit={exchange.run}>
          <p class="wrap-anywhere">
            You sign in as <strong>{isMadeUp(user.data) ? "the owner" : user.data.email}</strong>. The link works once.
          </p>
          <div ref={focusButton}>
            <Button label="Sign in" type="submit" kind="main" disabled={exchange.isRunning} />
          </div>
        </Form>
      ) : (
        !error && <Loading what="Looking at the link" />
      )}
    </Page>
  );
}

const focusButton = (element: HTMLElement | null) => element?.querySelector("button")?.focus();

/** Offers whoever signed in with a link what they need to come back, and goes on to where they wanted to be. */
function Welcome() {
  const isNew = new URLSearchParams(useSearch()).has("new");
  const loaded = useResource(async (signal) => {
    const [ways, current] = await Promise.all([
      call("sign_in_retrieve", {}, { signal }),
      call("users_me_retrieve", {}, { signal }),
    ]);
    const hasOtherWay = current.has_password || ways.link_by_mail || ways.providers.length > 0;
    const offersPassword = ways.password && (isNew ? !current.has_password : !hasOtherWay);
    return { current, hasPasswords: ways.password, isWanted: offersPassword || isMadeUp(current.user) };
  }, []);
  return (
    <Page title="Your account">
      <Loaded resource={loaded}>{({ isWanted, ...offer }) => (isWanted ? <Offer {...offer} /> : <GoOn />)}</Loaded>
    </Page>
  );
}

function Offer(offer: { readonly current: CurrentUser; readonly hasPasswords: boolean }) {
  return (
    <>
      <p>You are signed in. With your address and a password, you come back from any browser.</p>
      <AccountForm {...offer} onSaved={goOn} onSkip={goOn} />
    </>
  );
}

const goOn = () => navigate(placeAfterSignIn(), { replace: true });

function GoOn() {
  useEffect(goOn, []);
  return null;
}

/** Goes on to where the person wanted to be: a provider has signed the person in. */
function SignedInWithProvider() {
  return (
    <Page title="Signing in">
      <Loading what="Signing in" />
      <GoOn />
    </Page>
  );
}

const COMMAND = "sightline sign-in-link --email ADDRESS";

function AskForLink() {
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
  const obstacle = whyNoPasskeys();
  if (obstacle !== null) return <p class="small quiet">{obstacle}</p>;
  return <ActionButton label="Sign in with a passkey" act={() => signInWithPasskey().then(goOn)} />;
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
      goOn();
    }
  });
  if (sentTo !== undefined) {
    return (
      <>
        <Message tone="success">
          <p>If {sentTo} is the address of a member, a mail with a link is on its way.</p>
          <p>The link works once, within ten minutes. Look among unwanted mail, too.</p>
        </Message>
        <Button label="Use another address" onClick={() => setSentTo(undefined)} />
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
      <Field label="Your email address" type="email" autocomplete="username" {...form.field("email")} />
      {hasPasswords && (
        <Field
          label="Your password"
          type="password"
          autocomplete="current-password"
          hint={hasMail ? "Without one, have a link mailed." : undefined}
          {...form.field("password")}
        />
      )}
      <FormError of={form} />
      <div class="row">
        {hasPasswords && (
          <Button label="Sign in" kind="main" disabled={form.isRunning} {...(byMail ? onClick(false) : ENTER)} />
        )}
        {hasMail && (
          <Button
            label="Mail me a link"
            kind={hasPasswords ? "plain" : "main"}
            disabled={form.isRunning}
            {...(byMail ? ENTER : onClick(true))}
          />
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
      <CopyButton label="Copy the command" text={COMMAND} />
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
        <div class="list sign-in-providers">
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

export const pages = { "/done": SignedInWithProvider, "/welcome": Welcome, "/:token": UseLink, "*": AskForLink };
