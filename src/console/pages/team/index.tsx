import { useFilters } from "../../api/hash-location.ts";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Invites } from "./invites.tsx";
import { Keys } from "./keys.tsx";
import { Members } from "./members.tsx";
import { Sessions } from "./sessions.tsx";

const TABS = [
  { id: "members", label: "Members", Panel: Members },
  { id: "invites", label: "Invites", Panel: Invites },
  { id: "keys", label: "Your keys", Panel: Keys },
  { id: "sessions", label: "Your sessions", Panel: Sessions },
] as const;

export default function TeamPage() {
  const [filters, change] = useFilters();
  const { id, Panel } = TABS.find((tab) => tab.id === filters.get("tab")) ?? TABS[0];
  return (
    <Page title="Team">
      <Tabs label="Team" tabs={TABS} selected={id} onSelect={(tab) => change({ tab })}>
        <Panel />
      </Tabs>
    </Page>
  );
}
