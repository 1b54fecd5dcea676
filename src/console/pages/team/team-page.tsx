import { Page } from "../../components/page.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { Invites } from "./invites.tsx";
import { Keys } from "./keys.tsx";
import { Members } from "./members.tsx";
import { Sessions } from "./sessions.tsx";

const TABS = [
  { id: "members", label: "Members", panel: <Members /> },
  { id: "invites", label: "Invites", panel: <Invites /> },
  { id: "keys", label: "Your keys", panel: <Keys /> },
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
