import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useProjectPath } from "../../../api/session.ts";
import { useResource } from "../../../api/use-resource.ts";
import { EmptyState, Loaded } from "../../../components/message.tsx";
import { Pager } from "../../../components/pager.tsx";
import { Table } from "../../../components/table.tsx";
import { Time } from "../../../components/text.tsx";
import { isKind, KINDS } from "../model/question.ts";
import { type Insight, useInsights } from "./insights.ts";

const LIMIT = 50;
export const nameOf = ({ name, short_id }: Pick<Insight, "name" | "short_id">) => name || `Question ${short_id}`;
export const kindOf = ({ query }: Insight) => (isKind(query.kind) ? KINDS[query.kind].label : query.kind);

export function SavedList() {
  const insights = useInsights();
  const pathTo = useProjectPath();
  const [offset, setOffset] = useState(0);
  const list = useResource((signal) => insights.list(offset, LIMIT, signal), [insights, offset], { keep: true });
  return (
    <Loaded resource={list}>
      {({ results, count }) =>
        count === 0 ? (
          <EmptyState title="No question is saved yet">
            <p>Ask one of those above, and save it: it can then be on dashboards, too.</p>
          </EmptyState>
        ) : (
          <>
            <Table<Insight>
              caption="Saved questions"
              rows={results}
              keyOf={({ short_id }) => short_id}
              columns={[
                {
                  title: "Name",
                  cell: (insight) => (
                    <Link href={pathTo("questions", "saved", insight.short_id)}>{nameOf(insight)}</Link>
                  ),
                },
                { title: "Kind", cell: kindOf },
                { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
                { title: "By", cell: ({ updated_by }) => updated_by?.email ?? "" },
              ]}
            />
            <Pager {...{ offset, count }} limit={LIMIT} shown={results.length} onOffset={setOffset} />
          </>
        )
      }
    </Loaded>
  );
}
