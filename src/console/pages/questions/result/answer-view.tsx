import { useMemo, useState } from "preact/hooks";
import { EmptyState } from "../../../components/message.tsx";
import { whatToSend } from "../model/what-to-send.ts";
import { showAnswer } from "../presentation/show-answer.ts";
import type { Figure } from "../presentation/shown.ts";
import { ActorsDialog } from "./actors-dialog.tsx";
import { Chart } from "./chart.tsx";
import { ResultTable } from "./result-table.tsx";
import type { Answered } from "./use-answer.ts";

interface AnswerViewProps {
  readonly answered: Answered;
  /** What is asked, for those who do not see the chart. */
  readonly name: string;
  /** Whether the table is shown only if the person wants it; it is always there if there is no chart. */
  readonly foldTable?: boolean;
}

/** The chart and the table of an answer. Numbers open the persons behind them. */
export function AnswerView({ answered: { question, answer }, name, foldTable = false }: AnswerViewProps) {
  const shown = useMemo(() => showAnswer(question, answer), [question, answer]);
  const [figure, setFigure] = useState<Figure | null>(null);
  if (shown.isEmpty) {
    return (
      <EmptyState title="Nothing found">
        <p>{whatToSend(question)}</p>
      </EmptyState>
    );
  }
  const table = <ResultTable {...{ shown, name }} onFigure={setFigure} />;
  return (
    <div class="answer">
      {shown.chart && <Chart chart={shown.chart} name={name} />}
      {foldTable && shown.chart ? (
        <details class="answer-fold">
          <summary>Table</summary>
          {table}
        </details>
      ) : (
        table
      )}
      {figure?.actors && <ActorsDialog figure={figure} onClose={() => setFigure(null)} />}
    </div>
  );
}
