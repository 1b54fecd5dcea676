import { useSearch } from "wouter-preact";
import { type Schemas, SERVICE_URL } from "../../api/client.ts";
import { Message } from "../../components/message.tsx";

/** Leads to the providers, and says why the last attempt with one ended here. */
export function ProviderLinks({ providers }: Pick<Schemas["SignInWays"], "providers">) {
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
