import { EmptyState } from "../../parts/message.tsx";
import { Page } from "../../parts/page.tsx";

export default function QuestionsPage() {
  return (
    <Page title="Questions">
      <EmptyState title="This page is being built" />
    </Page>
  );
}
