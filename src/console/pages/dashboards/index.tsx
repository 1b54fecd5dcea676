import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function DashboardsPage() {
  return (
    <Page title="Dashboards">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
