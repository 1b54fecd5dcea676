import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function TeamPage() {
  return (
    <Page title="Team">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
