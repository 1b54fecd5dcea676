import { useContext, useMemo, useState } from "preact/hooks";
import { PlaceContext } from "../../../api/place.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { formatFigure } from "../../../components/format.ts";
import { lazily } from "../../../components/lazy-pages.tsx";
import { EmptyState } from "../../../components/page.tsx";
import { whatToSend } from "../complete.ts";
import { ActorList } from "./actor-list.tsx";
import { type Note, NoteList, useNotes } from "./notes.tsx";
import { type Answered, showAnswer } from "./show-answer.ts";
import { type Cell, type Chart as ChartOf, type Figure, isFigure, type Shown } from "./shown.ts";

/** Bars with their names and numbers as text: readable without colors, and by screen readers. */
function BarChart({ groups, name }: { groups: (ChartOf & { kind: "bars" })["groups"]; name: string }) {
  return (
    <figure class="stack" aria-label={`Chart: ${name}`}>
      {groups.map(({ label, bars }) => (
        <div key={label}>
          {label !== "" && <h3 class="bars-title wrap-anywhere">{label}</h3>}
          <ol class="list">
            {bars.map((bar, index) => (
              <li key={index} class="bars-row">
                <span class="wrap-anywhere">{bar.label}</span>
                <span class="bars-track" aria-hidden="true">
                  <span class="bars-bar" style={{ "--fill": String(bar.share) }} />
                </span>
                <span class="number">
                  {formatFigure({ value: bar.value })}
                  {bar.note && <span class="quiet">{` ${bar.note}`}</span>}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </figure>
  );
}

const useLines = lazily(() => import("./line-chart.tsx"));

interface LinesProps {
  readonly chart: ChartOf & { kind: "lines" };
  readonly name: string;
  readonly notes?: readonly Note[] | undefined;
}

function Lines({ chart, ...rest }: LinesProps) {
  const { module } = useLines();
  return module ? <module.LineChart {...chart} {...rest} /> : <div class="lines-plot" />;
}

function NotedLines(props: LinesProps) {
  const notes = useNotes(props.chart.days);
  return (
    <>
      <Lines {...props} notes={notes.data} />
      <NoteList notes={notes} />
    </>
  );
}

interface AnswerViewProps {
  readonly answered: Answered;
  /** What is asked, for those who do not see the chart. */
  readonly name: string;
  /** Whether the table is shown only if the person wants it; it is always there if there is no chart. */
  readonly foldTable?: boolean;
}

/** Shows notes, and who is behind a figure, only within a project. */
export function AnswerView({ answered: { question, answer }, name, foldTable = false }: AnswerViewProps) {
  const isInProject = useContext(PlaceContext) !== null;
  const shown = useMemo(() => showAnswer(question, answer), [question, answer]);
  const [figure, setFigure] = useState<Figure | null>(null);
  if (shown.isEmpty) return <EmptyState title="Nothing found" says={whatToSend(question)} />;
  const table = <ResultTable {...{ shown, name }} onFigure={isInProject ? setFigure : null} />;
  const LinesHere = isInProject ? NotedLines : Lines;
  return (
    <div class="stack">
      {shown.chart?.kind === "lines" && <LinesHere chart={shown.chart} name={name} />}
      {shown.chart?.kind === "bars" && <BarChart groups={shown.chart.groups} name={name} />}
      {foldTable && shown.chart ? (
        <details>
          <summary>Table</summary>
          {table}
        </details>
      ) : (
        table
      )}
      {figure?.actors && (
        <Dialog title={figure.means ?? ""} onClose={() => setFigure(null)} wide>
          <ActorList actors={figure.actors} caption={figure.means ?? ""} />
        </Dialog>
      )}
    </div>
  );
}

interface ResultTableProps {
  readonly shown: Shown;
  readonly name: string;
  /** Null if nobody may see who is behind a figure. */
  readonly onFigure: ((figure: Figure) => void) | null;
}

/** More would make the page slow; a file has them all. */
const MAX_ROWS = 500;

function ResultTable({ shown: { columns, rows, note }, name, onFigure }: ResultTableProps) {
  const cut =
    rows.length > MAX_ROWS ? `The first ${MAX_ROWS} of ${rows.length} rows; the CSV file has all.` : undefined;
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="result-scroll" tabIndex={0} aria-label={`Table: ${name}`}>
        <table class="result-table">
          <thead>
            <tr>
              {columns.map(({ label, isNumber }, index) => (
                <th key={index} scope="col" class={isNumber ? "number" : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <ResultCell key={column} {...{ cell, onFigure }} isHead={column === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {[cut, note].filter(Boolean).map((sentence) => (
        <p key={sentence} class="small quiet">
          {sentence}
        </p>
      ))}
    </div>
  );
}

type CellProps = Pick<ResultTableProps, "onFigure"> & { readonly cell: Cell; readonly isHead: boolean };

function ResultCell({ cell, onFigure, isHead }: CellProps) {
  if (isFigure(cell)) {
    const looks = cell.fill === undefined ? "" : cell.part === undefined ? "result-filled" : "result-heat";
    const style = cell.fill === undefined ? undefined : { "--fill": String(cell.fill) };
    return (
      <td class={`number ${looks}`} style={style}>
        <FigureText figure={cell} onFigure={onFigure} />
        {cell.part !== undefined && (
          <span class="result-part small quiet">{formatFigure({ value: cell.part, unit: "share" })}</span>
        )}
      </td>
    );
  }
  if (isHead) {
    return (
      <th scope="row" class="result-text">
        {cell ?? <span class="quiet">–</span>}
      </th>
    );
  }
  return <td class="result-text">{cell}</td>;
}

function FigureText({ figure, onFigure }: Pick<CellProps, "onFigure"> & { readonly figure: Figure }) {
  const text = formatFigure(figure);
  if (!onFigure || figure.actors === undefined || !figure.value) return <span>{text}</span>;
  return (
    <button type="button" class="plain result-figure" title="Show who" onClick={() => onFigure(figure)}>
      {text}
      <span class="visually-hidden">{`: show who (${figure.means})`}</span>
    </button>
  );
}
