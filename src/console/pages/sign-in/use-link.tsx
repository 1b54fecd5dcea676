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

/** Signs in only once a button is pressed: scanners of mail servers open links, which must stay usable. */
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
