import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function PersonsPage() {
  return (
    <Page title="Persons">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
