import { Select } from "../../../components/field.tsx";
import { CrossButton } from "../../../components/page.tsx";
import { needsProperty } from "../model/complete.ts";
import { type Series, UNCHOSEN } from "../model/question.ts";
import { AddButton } from "./fields.tsx";
import { FilterList } from "./filter-list.tsx";
import { EventPicker, mathChoice, PropertyPicker, useMaths, withMath } from "./pickers.tsx";

interface SeriesListProps {
  /** What an entry is called: "Series" or "Step". */
  readonly name: string;
  readonly series: readonly Series[];
  readonly onChange: (series: Series[]) => void;
  readonly max: number;
  readonly hasMath?: boolean;
}

const MAX_LETTERS = 26;
const markOf = (name: string, index: number) =>
  name === "Step" || index >= MAX_LETTERS ? String(index + 1) : String.fromCharCode(65 + index);

export function SeriesList({ name, series, onChange, max, hasMath = false }: SeriesListProps) {
  return (
    <div class="ask-series">
      {series.map((one, index) => {
        const title = `${name} ${markOf(name, index)}`;
        const replace = (changed: Series) => onChange(series.with(index, changed));
        return (
          <fieldset class="ask-one" key={index}>
            <legend class="visually-hidden">{title}</legend>
            <div class="ask-row">
              {max > 1 && (
                <span class="ask-mark" aria-hidden="true">
                  {markOf(name, index)}
                </span>
              )}
              <EventPicker
                label={`Event of ${title.toLowerCase()}`}
                value={one.event ?? null}
                onChange={(event) => replace({ ...one, event })}
              />
              {hasMath && <MathFields series={one} onChange={replace} />}
              {series.length > 1 && (
                <CrossButton
                  name={`Remove ${title.toLowerCase()}`}
                  onClick={() => onChange(series.toSpliced(index, 1))}
                />
              )}
            </div>
            <FilterList
              of={title.toLowerCase()}
              filters={one.properties ?? []}
              onChange={(properties) => replace({ ...one, properties })}
            />
          </fieldset>
        );
      })}
      {series.length < max && (
        <AddButton label={name} onClick={() => onChange([...series, { kind: "EventsNode", event: UNCHOSEN }])} />
      )}
    </div>
  );
}

function MathFields({ series, onChange }: { series: Series; onChange: (series: Series) => void }) {
  // A name that a user gave may describe what is no longer counted.
  const { custom_name: _, ...unnamed } = series;
  return (
    <>
      <Select
        hideLabel
        label="Count"
        options={useMaths()}
        value={mathChoice(series)}
        onValue={(chosen) => onChange(withMath(unnamed, chosen))}
      />
      {needsProperty(series) && (
        <PropertyPicker
          label="Property to calculate with"
          value={series.math_property ?? ""}
          onChange={(chosen) => onChange({ ...unnamed, math_property: chosen })}
        />
      )}
    </>
  );
}
