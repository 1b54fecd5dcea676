import { useFilters } from "../../api/hash-location.ts";
import { leavePage } from "../../api/unsaved.ts";
import { Page } from "../../components/page.tsx";
import { SendEvents } from "../../components/send-events.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Health } from "./health.tsx";
import { ProjectKeys } from "./project-keys.tsx";
import { ProjectSettings } from "./project-settings.tsx";

const TABS = [
  { id: "project", label: "Project", Panel: ProjectSettings },
  { id: "keys", label: "Keys", Panel: ProjectKeys },
  { id: "send", label: "Send events", Panel: SendEvents },
  { id: "health", label: "Health", Panel: Health },
] as const;

export default function SettingsPage() {
  const [filters, change] = useFilters();
  const { id, Panel } = TABS.find((tab) => tab.id === filters.get("tab")) ?? TABS[0];
  return (
    <Page title="Settings">
      <Tabs label="Settings" tabs={TABS} selected={id} onSelect={(tab) => leavePage(() => change({ tab }))}>
        <Panel />
      </Tabs>
    </Page>
  );
}
