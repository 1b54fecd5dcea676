import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
