import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { navigate } from "../../api/hash-location.ts";
import { isMadeUp, useParam } from "../../api/session.ts";
import { useAction, useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Form } from "../../components/form.tsx";
import { Loading, Message } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";
import { AskForLink } from "./ask-for-link.tsx";

/**
 * Shows whom the link signs in, exchanges its token for a session, and goes on to where the person wanted to be. What
 * opens links by itself, such as the scanner of a mail server, presses no button and leaves the link usable.
 */
export function UseLink() {
  const token = useParam("token");
  const user = useResource((signal) => unwrap(client.POST("/api/sign_in/token", { body: { token }, signal })), [token]);
  const exchange = useAction(async () => {
    await unwrap(client.POST("/api/sessions", { body: { token } }));
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
        <Form class="sign-in-form" onSubmit={() => exchange.run()}>
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
