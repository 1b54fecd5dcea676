import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Pager } from "../../components/pager.tsx";
import { Table } from "../../components/table.tsx";
import { type Insight, useInsights } from "../questions/saved/insights.ts";
import { kindOf, nameOf } from "../questions/saved/saved-list.tsx";

interface AddDialogProps {
  /** The questions that are on the dashboard already. */
  readonly present: readonly string[];
  readonly onAdd: (insight: string) => void;
  readonly onClose: () => void;
}

const LIMIT = 20;

/** Chooses a saved question. */
export function AddDialog({ present, onAdd, onClose }: AddDialogProps) {
  const insights = useInsights();
  const pathTo = useProjectPath();
  const [offset, setOffset] = useState(0);
  const list = useResource((signal) => insights.list(offset, LIMIT, signal), [insights, offset], { keep: true });
  return (
    <Dialog title="Add a question" onClose={onClose} wide>
      <Loaded resource={list}>
        {({ results, count }) =>
          count === 0 ? (
            <EmptyState title="No question is saved yet">
              <p>
                Ask one in <Link href={pathTo("questions")}>Questions</Link>, and save it.
              </p>
            </EmptyState>
          ) : (
            <>
              <Table<Insight>
                caption="Saved questions"
                rows={results}
                keyOf={({ short_id }) => short_id}
                columns={[
                  { title: "Name", cell: nameOf },
                  { title: "Kind", cell: kindOf },
                  {
                    title: "On the dashboard",
                    cell: (insight) =>
                      present.includes(insight.short_id) ? (
                        <span class="quiet">Is on it</span>
                      ) : (
                        <Button small aria-label={`Add ${nameOf(insight)}`} onClick={() => onAdd(insight.short_id)}>
                          Add
                        </Button>
                      ),
                  },
                ]}
              />
              <Pager {...{ offset, count }} limit={LIMIT} shown={results.length} onOffset={setOffset} />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}
