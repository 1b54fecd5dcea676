import { Page } from "../../parts/page.tsx";
import { StoredEvents } from "./stored-events.tsx";

export default function LivePage() {
  return (
    <Page title="Live">
      <StoredEvents />
    </Page>
  );
}
