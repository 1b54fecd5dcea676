import { useOperation } from "../../api/operations.ts";
import { ActionButton, Page } from "../../components/page.tsx";
import { Listing } from "../../components/table.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { browserOf } from "./browser-of.ts";
import { Invites } from "./invites.tsx";
import { PersonalKeys } from "./keys.tsx";
import { Members } from "./members.tsx";

const WAYS: Readonly<Record<string, string>> = { link: "A link", password: "A password", passkey: "A passkey" };

export function Sessions() {
  const sessions = useOperation("sessions_list", {});
  return (
    <div class="stack team-sessions">
      <Listing
        of={sessions}
        caption="Your sessions"
        columns={[
          { title: "Browser", cell: ({ user_agent: by }) => <span title={by}>{browserOf(by)}</span> },
          { title: "Signed in with", cell: ({ signed_in_with: way }) => WAYS[way] ?? way },
          { title: "Signed in", time: ({ created_at }) => created_at },
          { title: "Last used", time: ({ last_used_at }) => last_used_at },
          { title: "Ends if unused", time: ({ expires_at }) => expires_at },
        ]}
        actions={(session) =>
          session.is_current ? (
            <span class="quiet">This one</span>
          ) : (
            <ActionButton
              label="End"
              small
              aria-label={`End the session in ${browserOf(session.user_agent)}`}
              act={(call) => call("sessions_destroy", { id: session.id }).then(sessions.reload)}
            />
          )
        }
        empty="No browser is signed in"
        says="You use the console without a session. The browsers in which you sign in appear here."
      />
    </div>
  );
}

const TABS = [
  { id: "members", label: "Members", panel: <Members /> },
  { id: "invites", label: "Invites", panel: <Invites /> },
  { id: "keys", label: "Your keys", panel: <PersonalKeys /> },
  { id: "sessions", label: "Your sessions", panel: <Sessions /> },
];

function TeamPage() {
  return (
    <Page title="Team">
      <AddressTabs label="Team" tabs={TABS} />
    </Page>
  );
}

export const pages = { "/": TeamPage };
