import { useFilters } from "../../api/hash-location.ts";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { StoredEvents } from "./stored-events.tsx";
import { UnstoredEvents } from "./unstored-events.tsx";

const TABS = [
  { id: "stored", label: "Stored" },
  { id: "refused", label: "Not stored" },
];

export default function LivePage() {
  const [filters, change] = useFilters();
  const tab = filters.get("tab") ?? "stored";
  const select = (id: string) => change({ tab: id === "stored" ? "" : id });
  return (
    <Page title="Live">
      <Tabs label="Events" tabs={TABS} selected={tab} onSelect={select}>
        {tab === "refused" ? <UnstoredEvents /> : <StoredEvents />}
      </Tabs>
    </Page>
  );
}
