import { useEffect } from "preact/hooks";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { navigate } from "../../api/hash-location.ts";
import { useParam } from "../../api/session.ts";
import { placeAfterSignIn } from "../../api/signed-out.ts";
import { useAction } from "../../api/use-resource.ts";
import { Loading, Message } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";
import { AskForLink } from "./ask-for-link.tsx";

/** Exchanges the token of a link for a session, once, and goes on to where the person wanted to be. */
export function UseLink() {
  const token = useParam("token");
  const exchange = useAction(async () => {
    await unwrap(client.POST("/api/sessions", { body: { token } }));
    navigate(placeAfterSignIn(), { replace: true });
  });
  useEffect(() => void exchange.run(), [token]);
  if (!exchange.error) {
    return (
      <Page title="Signing in">
        <Loading what="Signing in" />
      </Page>
    );
  }
  if (exchange.error.attr === "token") {
    return (
      <>
        <Message>{exchange.error.message}</Message>
        <AskForLink />
      </>
    );
  }
  return (
    <Page title="Signing in">
      <Message onRetry={exchange.run}>{exchange.error.message}</Message>
    </Page>
  );
}
