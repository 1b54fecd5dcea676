import { useState } from "preact/hooks";
import { type Answer, type Input, type Resource, useCall, useResource } from "../../api/operations.ts";
import { formatFigure } from "../../components/format.ts";
import { Card, Loaded } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Turns } from "../dashboards/turns.ts";
import { fills } from "../questions/presentation/shown.ts";
import { type Condition, conditionOf, type Divided, TABLES, type Visits, valueLabel } from "./visits.ts";

type Row = readonly [value: string | null, visitors: readonly [number, number | null], views: unknown];

const ROWS = 10;

interface Props {
  readonly title: string;
  readonly visits: Visits;
  readonly onCondition: (condition: Condition) => void;
}

/** The values with the most visitors. A click on one makes it a condition of the whole page. */
export function VisitsTable({ title, visits, onCondition }: Props) {
  const divisions = Object.entries(TABLES[title] ?? {});
  const [by, setBy] = useState(divisions[0]?.[0] as Divided);
  const division = TABLES[title]?.[by];
  const answer = useAnswerOf({ kind: "WebStatsTableQuery", breakdownBy: by, limit: ROWS, ...visits });
  if (division === undefined) return null;
  return (
    <Card title={title}>
      <Tabs
        label={title}
        tabs={divisions.map(([id, { label }]) => ({ id, label }))}
        selected={by}
        onSelect={(id) => setBy(id as Divided)}
      >
        <Loaded resource={answer}>
          {({ results, hasMore }: Answered) => {
            const rows = results as readonly Row[];
            const share = fills(rows.map(([, [visitors]]) => visitors));
            if (rows.length === 0) return <p class="quiet">No visit has one.</p>;
            return (
              <>
                <ol class="bars-list" aria-label={`${division.label}: visitors`}>
                  {rows.map(([value, [visitors]]) => (
                    <li key={value} class="visits-row">
                      <button
                        type="button"
                        class="visits-value"
                        style={{ "--fill": String(share(visitors)) }}
                        onClick={() => onCondition(conditionOf(division, value))}
                      >
                        <span class="wrap-anywhere">{valueLabel(division.key, value)}</span>
                      </button>
                      <span class="number">{formatFigure({ value: visitors })}</span>
                    </li>
                  ))}
                </ol>
                {hasMore && <p class="small quiet">The first {ROWS}.</p>}
              </>
            );
          }}
        </Loaded>
      </Tabs>
    </Card>
  );
}

export type Answered = Answer<"query_create">;
type Question = Input<"query_create">["body"]["query"];

/** More would only wait in the service, and other questions of the project with them. */
const turns = new Turns(2);

/** Asks whenever the question is another one; the last answer stays until the next is there. */
export function useAnswerOf(query: Question): Resource<Answered> {
  const call = useCall();
  return useResource(
    (signal) => turns.run(() => call("query_create", { body: { query, refresh: "blocking" } }, { signal }), signal),
    [call, JSON.stringify(query)],
    { keep: true },
  );
}
