import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function RecordingsPage() {
  return (
    <Page title="Recordings">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
