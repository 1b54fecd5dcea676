import { Page } from "../../components/page.tsx";
import { AddressTabs } from "../../components/tabs.tsx";
import { StoredEvents } from "./stored-events.tsx";
import { UnstoredEvents } from "./unstored-events.tsx";

const TABS = [
  { id: "stored", label: "Stored", panel: <StoredEvents /> },
  { id: "refused", label: "Not stored", panel: <UnstoredEvents /> },
];

function LivePage() {
  return (
    <Page title="Live">
      <AddressTabs label="Events" tabs={TABS} />
    </Page>
  );
}

export const pages = { "/": LivePage };
