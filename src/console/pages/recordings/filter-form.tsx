import { useState } from "preact/hooks";
import type { ApiError } from "../../api/client.ts";
import { type Schemas, useKnownNames } from "../../api/operations.ts";
import { Field, fieldError, Select } from "../../components/field.tsx";
import { type FieldOf, type FieldState, Form, fieldsOf } from "../../components/form.tsx";
import { optionsOf } from "../../components/options.ts";
import { Bar, Button, Card } from "../../components/page.tsx";
import { FilterList } from "../questions/form/filter-list.tsx";
import { parseFilters } from "../questions/question.ts";
import { type RecordingFilter, writeFilter } from "./filter.ts";

const FIGURES = [
  { value: "", label: "Any" },
  ...optionsOf<string>({
    console_error_count: "Errors on the console",
    console_warn_count: "Warnings on the console",
    click_count: "Clicks",
    keypress_count: "Key presses",
    active_seconds: "Active seconds",
  } satisfies { readonly [Key in Schemas["QueryRecordingFigure"]["key"]]?: string }),
];

/** How the service names what is wrong with a filter. */
const ATTRS: Readonly<Record<string, string>> = { email: "person_email", min: "min_duration" };

interface Props {
  readonly filter: RecordingFilter;
  readonly error: ApiError | undefined;
  readonly onFilter: (filter: Partial<RecordingFilter>) => void;
}

export function FilterForm({ filter, error, onFilter }: Props) {
  const [draft, setDraft] = useState(filter);
  const field = fieldsOf(
    draft,
    (changes) => setDraft((old) => ({ ...old, ...changes })),
    (name) => fieldError(error, ATTRS[name] ?? ""),
  );
  const { event, without, page, figure, distinct_id, where, person, session, funnel } = filter;
  const [isOpen, setOpen] = useState([...event, ...without, page, figure, distinct_id, where].some(Boolean));
  const parts = [person && "one person", session.length > 0 && "chosen sessions", funnel && "a part of a funnel"];
  const hidden = parts.filter(Boolean);
  return (
    <Card>
      <Form class="stack" onSubmit={() => onFilter(draft)}>
        <div class="recordings-fields">
          <Field label="Email of the person" type="email" {...field("email")} />
          <Field label="From" type="date" {...field("from")} />
          <Field label="To" type="date" {...field("to")} />
          <Field label="At least, in seconds" inputMode="numeric" pattern="[0-9]*" {...field("min")} />
          {isOpen && <MoreFields field={field} />}
        </div>
        {isOpen && <Conditions {...field("where")} />}
        <Bar>
          <Button label="Find" kind="main" type="submit" />
          <Button
            label={isOpen ? "Fewer filters" : "More filters"}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          {writeFilter(filter) !== "" && <Button label="Clear all filters" kind="quiet" onClick={() => onFilter({})} />}
        </Bar>
        {hidden.length > 0 && (
          <p class="quiet">
            Only {hidden.join(", ")}.{" "}
            <Button
              label="Remove this"
              small
              onClick={() => onFilter({ ...filter, person: "", session: [], funnel: "" })}
            />
          </p>
        )}
      </Form>
    </Card>
  );
}

function MoreFields({ field }: { readonly field: FieldOf<RecordingFilter> }) {
  const known = useKnownNames("event");
  const [figure, least] = [field("figure"), field("least")];
  const choose = (chosen: string) => {
    figure.onValue(chosen);
    least.onValue(least.value || "1");
  };
  return (
    <>
      <NamesField label="Events that happened" known={known} {...field("event")} />
      <NamesField label="Events that did not" known={known} {...field("without")} />
      <Field label="Address of a page has" placeholder="/checkout" {...field("page")} />
      <Field label="Distinct id" {...field("distinct_id")} />
      <Select label="Figure" options={FIGURES} value={figure.value} onValue={choose} />
      {figure.value !== "" && <Field label="… at least" type="number" min="0" {...least} />}
    </>
  );
}

/** Conditions that an event of the visit meets; one of the person, or of a cohort, is met by all of them. */
function Conditions({ value, onValue }: FieldState<string>) {
  const change = (filters: object[]) => onValue(filters.length === 0 ? "" : JSON.stringify(filters));
  return <FilterList of="recordings" addLabel="Property or cohort" filters={parseFilters(value)} onChange={change} />;
}

type NamesProps = FieldState<readonly string[]> & { readonly label: string; readonly known: readonly string[] };

/** Adds a name with Enter, or when the field is left. */
function NamesField({ label, known, value: names, onValue }: NamesProps) {
  const [text, setText] = useState("");
  const add = (name: string) => {
    setText("");
    const added = name.trim();
    if (added !== "" && !names.includes(added)) onValue([...names, added]);
  };
  return (
    <div class="row recordings-names">
      <Field
        label={label}
        suggestions={known}
        value={text}
        onValue={setText}
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || text.trim() === "") return;
          event.preventDefault();
          add(text);
        }}
      />
      {names.map((name) => (
        <Button key={name} small onClick={() => onValue(names.filter((other) => other !== name))}>
          <span class="visually-hidden">Remove</span> {name} <span aria-hidden="true">✕</span>
        </Button>
      ))}
    </div>
  );
}
