import { useId, useState } from "preact/hooks";
import type { ApiError } from "../../api/client.ts";
import { type Schemas, useKnownNames } from "../../api/operations.ts";
import { Field, fieldError, Select, Suggestions } from "../../components/field.tsx";
import { type FieldState, Form } from "../../components/form.tsx";
import { optionsOf } from "../../components/options.ts";
import { Bar, Button, Card } from "../../components/page.tsx";
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

interface Props {
  readonly filter: RecordingFilter;
  readonly error: ApiError | undefined;
  readonly onFilter: (filter: Partial<RecordingFilter>) => void;
}

export function FilterForm({ filter, error, onFilter }: Props) {
  const [draft, setDraft] = useState(filter);
  const field: FieldOf = (name) => ({
    value: draft[name],
    onValue: (value) => setDraft((old) => ({ ...old, [name]: value })),
  });
  const { event, without, page, figure, distinct_id, person, session, funnel } = filter;
  const [isOpen, setOpen] = useState([...event, ...without, page, figure, distinct_id].some(Boolean));
  const parts = [person && "one person", session.length > 0 && "chosen sessions", funnel && "a part of a funnel"];
  const hidden = parts.filter(Boolean);
  return (
    <Card>
      <Form class="recordings-filter" onSubmit={() => onFilter(draft)}>
        <div class="recordings-fields">
          <Field
            label="Email of the person"
            type="email"
            {...field("email")}
            error={fieldError(error, "person_email")}
          />
          <Field label="From" type="date" {...field("from")} />
          <Field label="To" type="date" {...field("to")} />
          <Field
            label="At least, in seconds"
            inputMode="numeric"
            pattern="[0-9]*"
            {...field("min")}
            error={fieldError(error, "min_duration")}
          />
          {isOpen && <MoreFields field={field} />}
        </div>
        <Bar>
          <Button kind="main" type="submit">
            Find
          </Button>
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Fewer filters" : "More filters"}
          </Button>
          {writeFilter(filter) !== "" && (
            <Button kind="quiet" onClick={() => onFilter({})}>
              Clear all filters
            </Button>
          )}
        </Bar>
        {hidden.length > 0 && (
          <p class="quiet">
            Only {hidden.join(", ")}.{" "}
            <Button small onClick={() => onFilter({ ...filter, person: "", session: [], funnel: "" })}>
              Remove this
            </Button>
          </p>
        )}
      </Form>
    </Card>
  );
}

type FieldOf = <Name extends keyof RecordingFilter>(name: Name) => Omit<FieldState<RecordingFilter[Name]>, "error">;

function MoreFields({ field }: { readonly field: FieldOf }) {
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

interface NamesProps {
  readonly label: string;
  readonly known: readonly string[];
  readonly value: readonly string[];
  readonly onValue: (names: readonly string[]) => void;
}

/** Adds a name with Enter, or when the field is left. */
function NamesField({ label, known, value: names, onValue }: NamesProps) {
  const [text, setText] = useState("");
  const list = useId();
  const add = (name: string) => {
    setText("");
    const added = name.trim();
    if (added !== "" && !names.includes(added)) onValue([...names, added]);
  };
  return (
    <div class="recordings-names">
      <Field
        label={label}
        list={list}
        value={text}
        onValue={setText}
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || text.trim() === "") return;
          event.preventDefault();
          add(text);
        }}
      />
      <Suggestions id={list} values={known} />
      {names.map((name) => (
        <Button key={name} small onClick={() => onValue(names.filter((other) => other !== name))}>
          <span class="visually-hidden">Remove</span> {name} <span aria-hidden="true">✕</span>
        </Button>
      ))}
    </div>
  );
}
