import { formatFigure } from "../../../components/format.ts";
import { type Cell, type Figure, isFigure, type Shown } from "../presentation/shown.ts";

interface ResultTableProps {
  readonly shown: Shown;
  readonly name: string;
  readonly onFigure: (figure: Figure) => void;
}

/** More would make the page slow; a file has them all. */
const MAX_ROWS = 500;

export function ResultTable({ shown: { columns, rows, note }, name, onFigure }: ResultTableProps) {
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

function ResultCell({ cell, onFigure, isHead }: { cell: Cell; onFigure: (figure: Figure) => void; isHead: boolean }) {
  if (isFigure(cell)) {
    const looks = cell.fill === undefined ? "" : cell.part === undefined ? "result-filled" : "result-heat";
    const style = cell.fill === undefined ? undefined : { "--fill": String(cell.fill) };
    return (
      <td class={`number ${looks}`} style={style}>
        <FigureText figure={cell} onFigure={onFigure} />
        {cell.part !== undefined && (
          <span class="result-part small">{formatFigure({ value: cell.part, unit: "share" })}</span>
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

function FigureText({ figure, onFigure }: { readonly figure: Figure; readonly onFigure: (figure: Figure) => void }) {
  const text = formatFigure(figure);
  if (figure.actors === undefined || !figure.value) return <span>{text}</span>;
  return (
    <button type="button" class="result-figure" title="Show who" onClick={() => onFigure(figure)}>
      {text}
      <span class="visually-hidden">{`: show who (${figure.means})`}</span>
    </button>
  );
}
