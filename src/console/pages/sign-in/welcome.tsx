import { useEffect } from "preact/hooks";
import { useSearch } from "wouter-preact";
import { client } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { navigate } from "../../api/hash-location.ts";
import { type CurrentUser, isMadeUp } from "../../api/session.ts";
import { placeAfterSignIn } from "../../api/signed-out.ts";
import { useResource } from "../../api/use-resource.ts";
import { AccountForm } from "../../components/account-form.tsx";
import { Loaded } from "../../components/message.tsx";
import { Page } from "../../components/page.tsx";

/** Offers whoever signed in with a link what they need to come back, and goes on to where they wanted to be. */
export function Welcome() {
  const isNew = new URLSearchParams(useSearch()).has("new");
  const loaded = useResource(async (signal) => {
    const [ways, current] = await Promise.all([
      unwrap(client.GET("/api/sign_in", { signal })),
      unwrap(client.GET("/api/users/@me", { signal })),
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
