import { Link } from "wouter-preact";
import { type Schemas, usePages } from "../../../api/operations.ts";
import { useProjectPath } from "../../../api/place.ts";
import { EmptyState } from "../../../components/page.tsx";
import { Listing } from "../../../components/table.tsx";
import { Time } from "../../../components/text.tsx";
import { isKind, KINDS } from "../model/question.ts";

type Insight = Schemas["Insight"];
export const nameOf = ({ name, short_id }: Pick<Insight, "name" | "short_id">) => name || `Question ${short_id}`;
export const nameOfDashboard = ({ name, id }: Pick<Schemas["Dashboard"], "name" | "id">) => name || `Dashboard ${id}`;
export const kindOf = ({ query }: Insight) => (isKind(query.kind) ? KINDS[query.kind].label : query.kind);

export function SavedList() {
  const pathTo = useProjectPath();
  return (
    <Listing
      of={usePages("insights_list", {})}
      caption="Saved questions"
      keyOf={({ short_id }) => short_id}
      columns={[
        {
          title: "Name",
          cell: (insight) => <Link href={pathTo("questions", "saved", insight.short_id)}>{nameOf(insight)}</Link>,
        },
        { title: "Kind", cell: kindOf },
        { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
        { title: "By", cell: ({ updated_by }) => updated_by?.email ?? "" },
      ]}
      empty={
        <EmptyState title="No question is saved yet">
          <p>Ask one of those above, and save it: it can then be on dashboards, too.</p>
        </EmptyState>
      }
    />
  );
}
