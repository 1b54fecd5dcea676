import { useId, useState } from "preact/hooks";
import type { ApiError } from "../../api/client.ts";
import { useKnownNames } from "../../api/operations.ts";
import { Field, fieldError, Select, Suggestions } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Bar, Button, Card } from "../../components/page.tsx";
import { FIGURES, type Figure, type RecordingFilter } from "./filter.ts";

interface Props {
  readonly filter: RecordingFilter;
  readonly error: ApiError | undefined;
  readonly onFilter: (filter: Partial<RecordingFilter>) => void;
}

const FIGURE_OPTIONS = [
  { value: "", label: "Any" },
  ...FIGURES.map(([value, label]) => ({ value: value as string, label })),
];

/** Asks which recordings are wanted. The filter applies when the form is sent. */
export function FilterForm({ filter, error, onFilter }: Props) {
  const [draft, setDraft] = useState(filter);
  const set = (change: Partial<RecordingFilter>) => setDraft((old) => ({ ...old, ...change }));
  const { events, without, person, sessions, funnel, page, figure } = filter;
  const hasMore = [...events, ...without, page, figure, filter.distinctId].some(Boolean);
  const [isOpen, setOpen] = useState(hasMore);
  return (
    <Card>
      <Form class="recordings-filter" onSubmit={() => onFilter(draft)}>
        <div class="recordings-fields">
          <Field
            label="Email of the person"
            type="email"
            value={draft.email}
            onValue={(email) => set({ email })}
            error={fieldError(error, "person_email")}
          />
          <Field label="From" type="date" value={draft.from} onValue={(from) => set({ from })} />
          <Field label="To" type="date" value={draft.to} onValue={(to) => set({ to })} />
          <Field
            label="At least, in seconds"
            inputMode="numeric"
            pattern="[0-9]*"
            value={draft.minSeconds}
            onValue={(minSeconds) => set({ minSeconds })}
            error={fieldError(error, "min_duration")}
          />
          {isOpen && <MoreFields draft={draft} set={set} />}
        </div>
        <Bar>
          <Button kind="main" type="submit">
            Find
          </Button>
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Fewer filters" : "More filters"}
          </Button>
          {isSet(filter) && (
            <Button kind="quiet" onClick={() => onFilter({})}>
              Clear all filters
            </Button>
          )}
        </Bar>
        {(person || sessions.length > 0 || funnel) && (
          <p class="quiet">
            Only{" "}
            {[person && "one person", sessions.length > 0 && "chosen sessions", funnel && "a part of a funnel"]
              .filter(Boolean)
              .join(", ")}
            .{" "}
            <Button small onClick={() => onFilter({ ...filter, person: "", sessions: [], funnel: "" })}>
              Remove this
            </Button>
          </p>
        )}
      </Form>
    </Card>
  );
}

function MoreFields({ draft, set }: { draft: RecordingFilter; set: (change: Partial<RecordingFilter>) => void }) {
  const known = useKnownNames("event");
  const { events, without, page, figure, least, distinctId } = draft;
  return (
    <>
      <NamesField label="Events that happened" names={events} known={known} onNames={(all) => set({ events: all })} />
      <NamesField label="Events that did not" names={without} known={known} onNames={(all) => set({ without: all })} />
      <Field
        label="Address of a page has"
        placeholder="/checkout"
        value={page}
        onValue={(text) => set({ page: text })}
      />
      <Field label="Distinct id" value={distinctId} onValue={(text) => set({ distinctId: text })} />
      <Select
        label="Figure"
        options={FIGURE_OPTIONS}
        value={figure}
        onValue={(value) => set({ figure: value as Figure | "", least: least || "1" })}
      />
      {figure !== "" && (
        <Field label="… at least" type="number" min="0" value={least} onValue={(text) => set({ least: text })} />
      )}
    </>
  );
}

function isSet(filter: RecordingFilter): boolean {
  return Object.values(filter).some((value) => value.length > 0);
}

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly known: readonly string[];
  readonly onNames: (names: readonly string[]) => void;
}

/** Adds a name with Enter, or when the field is left. */
function NamesField({ label, names, known, onNames }: NamesProps) {
  const [text, setText] = useState("");
  const list = useId();
  const add = (name: string) => {
    setText("");
    const added = name.trim();
    if (added !== "" && !names.includes(added)) onNames([...names, added]);
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
        <Button key={name} small onClick={() => onNames(names.filter((other) => other !== name))}>
          <span class="visually-hidden">Remove</span> {name} <span aria-hidden="true">✕</span>
        </Button>
      ))}
    </div>
  );
}
