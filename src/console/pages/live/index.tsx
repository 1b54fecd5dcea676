import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function LivePage() {
  return (
    <Page title="Live">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
