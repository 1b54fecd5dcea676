import { Page } from "../../components/page.tsx";
import { SendEvents } from "../../components/send-events.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { Account } from "./account.tsx";
import { Health } from "./health.tsx";
import { ProjectKeys } from "./project-keys.tsx";
import { ProjectSettings } from "./project-settings.tsx";

const TABS = [
  { id: "project", label: "Project", panel: <ProjectSettings /> },
  { id: "keys", label: "Keys", panel: <ProjectKeys /> },
  { id: "send", label: "Send events", panel: <SendEvents /> },
  { id: "health", label: "Health", panel: <Health /> },
  { id: "account", label: "Your account", panel: <Account /> },
];

function SettingsPage() {
  return (
    <Page title="Settings">
      <AddressTabs label="Settings" tabs={TABS} asks />
    </Page>
  );
}

export const pages = { "/": SettingsPage };
