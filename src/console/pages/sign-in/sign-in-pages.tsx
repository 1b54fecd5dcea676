import { useEffect } from "preact/hooks";
import { useSearch } from "wouter-preact";
import { placeAfterSignIn } from "../../api/client.ts";
import { call, useAction, useResource } from "../../api/operations.ts";
import { type CurrentUser, isMadeUp, navigate, useParam } from "../../api/place.ts";
import { AccountForm } from "../../components/account-form.tsx";
import { Form } from "../../components/form.tsx";
import { Button, Loaded, Loading, Message, Page } from "../../components/page.tsx";
import { AskForLink } from "./ask-for-link.tsx";

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
            <Button type="submit" kind="main" disabled={exchange.isRunning}>
              Sign in
            </Button>
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

export const pages = { "/done": SignedInWithProvider, "/welcome": Welcome, "/:token": UseLink, "*": AskForLink };
