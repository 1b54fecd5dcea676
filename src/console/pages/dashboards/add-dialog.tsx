import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { useProjectPath } from "../../api/session.ts";
import { useResource } from "../../api/use-resource.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Checkbox } from "../../components/field.tsx";
import { EmptyState, Loaded } from "../../components/message.tsx";
import { Pager } from "../../components/pager.tsx";
import { Table } from "../../components/table.tsx";
import { type Insight, useInsights } from "../questions/saved/insights.ts";
import { kindOf, nameOf } from "../questions/saved/saved-list.tsx";

interface AddDialogProps {
  /** The questions that are on the dashboard already. */
  readonly present: readonly string[];
  readonly onAdd: (insights: readonly string[]) => void;
  readonly onClose: () => void;
}

const LIMIT = 20;

export function AddDialog({ present, onAdd, onClose }: AddDialogProps) {
  const insights = useInsights();
  const pathTo = useProjectPath();
  const [offset, setOffset] = useState(0);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = (id: string, isChosen: boolean) => {
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  };
  const add = (
    <Button kind="main" disabled={chosen.length === 0} onClick={() => onAdd(chosen)}>
      {chosen.length > 1 ? `Add ${chosen.length} questions` : "Add the question"}
    </Button>
  );
  const list = useResource((signal) => insights.list(offset, LIMIT, signal), [insights, offset], { keep: true });
  return (
    <Dialog title="Add questions" onClose={onClose} actions={add} wide>
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
                        <Checkbox
                          label="Add"
                          aria-label={`Add ${nameOf(insight)}`}
                          checked={chosen.includes(insight.short_id)}
                          onValue={(isChosen) => choose(insight.short_id, isChosen)}
                        />
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
