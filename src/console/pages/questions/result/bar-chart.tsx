import { formatFigure } from "../presentation/format.ts";
import type { Bar } from "../presentation/shown.ts";

interface BarChartProps {
  readonly groups: readonly { readonly label: string; readonly bars: readonly Bar[] }[];
  readonly name: string;
}

/** Bars with their names and numbers as text: readable without colors, and by screen readers. */
export function BarChart({ groups, name }: BarChartProps) {
  return (
    <figure class="bars" aria-label={`Chart: ${name}`}>
      {groups.map(({ label, bars }) => (
        <div key={label} class="bars-group">
          {label !== "" && <h3 class="bars-title wrap-anywhere">{label}</h3>}
          <ol class="bars-list">
            {bars.map((bar, index) => (
              <li key={index} class="bars-row">
                <span class="bars-label wrap-anywhere">{bar.label}</span>
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
