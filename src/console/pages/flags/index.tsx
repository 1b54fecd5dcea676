import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function FlagsPage() {
  return (
    <Page title="Flags">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
