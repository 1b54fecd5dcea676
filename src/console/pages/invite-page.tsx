import { useState } from "preact/hooks";
import { ApiError, SERVICE_URL } from "../api/client.ts";
import { call, type Schemas, useOperation, useResource } from "../api/operations.ts";
import { hasConsole, navigate, useParam } from "../api/place.ts";
import { Field } from "../components/field.tsx";
import { SentForm, useForm } from "../components/form.tsx";
import { ButtonLink, Card, CopyButton, EmptyState, Loading, Message, Page } from "../components/page.tsx";
import { Code, Time } from "../components/text.tsx";

type Accepted = Schemas["AcceptedInvite"];

const joins = { admin: "as an admin, who also manages people and settings", member: "as a member" } as const;

function InvitePage() {
  const secret = useParam("secret");
  const invite = useOperation("invite_retrieve", { secret });
  const present = useResource(findUser, []);
  const [accepted, setAccepted] = useState<Accepted>();
  if (accepted) return hasConsole ? <Joined {...accepted} /> : <WithKey {...accepted} />;
  if (invite.error?.status === 404) return <Unusable isSignedIn={!!present.data} />;
  if (invite.data && present.data !== undefined) {
    return <Accept {...{ secret, setAccepted }} invite={invite.data} user={present.data} />;
  }
  return (
    <Page title="Invite">
      {[invite, present].map(({ error, reload }) => error && <Message onRetry={reload}>{error.message}</Message>)}
      {!invite.error && !present.error && <Loading what="Looking at the invite" />}
    </Page>
  );
}

export const pages = { "/:secret": InvitePage };

async function findUser(signal: AbortSignal): Promise<Schemas["User"] | null> {
  if (!hasConsole) return null;
  try {
    return (await call("users_me_retrieve", {}, { signal, signedOut: () => undefined })).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

interface AcceptProps {
  readonly secret: string;
  readonly invite: Schemas["OpenInvite"];
  readonly user: Schemas["User"] | null;
  readonly setAccepted: (accepted: Accepted) => void;
}

function Accept({ secret, invite, user, setAccepted }: AcceptProps) {
  const { organization, invited_by: inviter, target_email: email } = invite;
  const isOwn = user?.email.toLowerCase() === email.toLowerCase();
  const form = useForm({ first_name: invite.first_name }, async ({ first_name: name }) => {
    const first_name = isOwn ? user.first_name || email.slice(0, 30) : name.trim();
    const accepted = await call("invite_accept", { secret, body: { first_name, personal_api_key: !hasConsole } });
    if (isOwn) show(accepted);
    else if (await signIn(accepted, user)) navigate("/sign-in/welcome?new", { replace: true });
    else setAccepted(accepted);
  });
  return (
    <Page title={`Join ${organization.name}`}>
      <p class="wrap-anywhere">
        {inviter.first_name ? `${inviter.first_name} (${inviter.email})` : inviter.email} invites{" "}
        <strong>{email}</strong> to the organization <strong>{organization.name}</strong>, {joins[invite.level]}.
      </p>
      {invite.message && <blockquote class="sign-in-quote wrap-anywhere">{invite.message}</blockquote>}
      {user && !isOwn && (
        <Message tone="warning">
          You are signed in as {user.email}. If you accept, you are signed out, and join as {email}.
        </Message>
      )}
      <SentForm class="stack" noValidate {...{ form, submit: "Accept the invite" }}>
        {!isOwn && <Field label="Your first name" autocomplete="given-name" {...form.field("first_name")} />}
      </SentForm>
      <p class="small quiet">
        The invite is valid until <Time at={invite.expires_at} />. If you did not expect it, close this page.
      </p>
    </Page>
  );
}

/** Begins a session of the new member in place of another user's. Returns false if they must sign in themselves. */
async function signIn({ sign_in_token: token }: Accepted, other: Schemas["User"] | null): Promise<boolean> {
  if (other) await call("sessions_current_destroy", {}).catch(() => undefined); // the next session replaces it anyway
  if (token === null) return false;
  const begin = call("sessions_create", { body: { token } });
  return begin.then(
    () => true,
    () => false, // the invite is used up: what remains is to sign in
  );
}

function show({ projects: [project] }: Accepted): void {
  navigate(project ? `/projects/${project.id}/overview` : "/", { replace: true });
}

function Joined({ organization, user }: Accepted) {
  return (
    <Page title={`Welcome to ${organization.name}`}>
      <p class="wrap-anywhere">
        You are a member now. Sign in as <strong>{user.email}</strong> to see what is there.
      </p>
      <ButtonLink label="Sign in" kind="main" to="~/sign-in" />
    </Page>
  );
}

/** Shows the new member's key, once: without a console it is the only access. */
function WithKey({ organization, user, projects, personal_api_key: key }: Accepted) {
  const tries = [
    { title: "Show what you have access to", path: "users/@me" },
    ...projects.map(({ id, name }) => ({
      title: `List recordings of ${name}`,
      path: `projects/${id}/session_recordings`,
    })),
  ];
  return (
    <Page title={`Welcome to ${organization.name}`}>
      <p class="wrap-anywhere">
        You are a member now, as <strong>{user.email}</strong>.
      </p>
      {key === null ? (
        <p>Use a personal API key that you have. If you have none, ask the operator of the service for one.</p>
      ) : (
        <Card title="Your personal API key">
          <p>It is shown only now. Keep it like a password.</p>
          <Code block>{key}</Code>
          <CopyButton text={key} />
        </Card>
      )}
      <Card title="Try it">
        {tries.map(({ title, path }) => (
          <section key={path}>
            <h3 class="wrap-anywhere">{title}</h3>
            <Code block>{`curl '${SERVICE_URL}api/${path}' -H 'Authorization: Bearer ${key ?? "YOUR_KEY"}'`}</Code>
          </section>
        ))}
      </Card>
    </Page>
  );
}

function Unusable({ isSignedIn }: { readonly isSignedIn: boolean }) {
  return (
    <Page title="Invite">
      <EmptyState title="This invite cannot be accepted">
        <p>It has expired, was used already, or was withdrawn. Ask who invited you for a new one.</p>
        {hasConsole && (
          <p>
            {isSignedIn ? (
              <a href="#/">Go to your projects</a>
            ) : (
              <a href="#/sign-in">Sign in if you have accepted it</a>
            )}
          </p>
        )}
      </EmptyState>
    </Page>
  );
}
