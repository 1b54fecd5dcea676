import { useMemo } from "preact/hooks";
import { AnnotationRequest } from "../../../../../generated/console.ts";
import { type Call, type Resource, type Schemas, useResource } from "../../../api/operations.ts";
import { useProject } from "../../../api/place.ts";
import { ConfirmButton, DialogButton } from "../../../components/dialog.tsx";
import { Field, TextField } from "../../../components/field.tsx";
import { DialogForm, useForm } from "../../../components/form.tsx";
import { clockIn, clockOf, timeIn } from "../../../components/format.ts";
import { Loaded } from "../../../components/page.tsx";
import { Time, useZone } from "../../../components/text.tsx";

/** What happened at a time that a chart shows: what a person or program wrote, or a change of a flag or experiment. */
export interface Note {
  readonly at: string;
  readonly text: string;
  readonly by: string | undefined;
  /** The place of its time among the days of the chart. */
  readonly index: number;
  /** The annotation that it is, if it is one. */
  readonly id?: number;
}

const DAY_MS = 86_400_000;

/** Returns milliseconds, as if the clocks of the project were those of UTC. */
export function timesOf(days: readonly string[]): number[] {
  return days.map((day) => {
    const [date, time = "00:00:00"] = day.split(/[ T]/);
    return Date.parse(`${date}T${time.replace(/Z|[+-].*/, "")}Z`);
  });
}

/** Loads the notes of the days of a chart. */
export function useNotes(days: readonly string[]): Resource<readonly Note[]> {
  const zone = useZone();
  const { project } = useProject();
  const times = useMemo(() => timesOf(days), [days]);
  const [from = Number.NaN, last = from] = [times[0], times.at(-1)];
  const end = last + Math.max(DAY_MS, last - (times.at(-2) ?? last));
  const found = useResource(
    async (_, call, isAgain) => {
      if (isAgain) asked.clear();
      return Number.isNaN(from + end) ? [] : shared(project.id, from, end, call);
    },
    [from, end],
    { keep: true },
  );
  const data = useMemo(() => {
    const placed = found.data?.map((note) => {
      const at = clockOf(zone, note.at);
      return { ...note, index: at < end ? times.findLastIndex((time) => time <= at) : -1 };
    });
    return placed?.filter(({ index }) => index >= 0).toSorted((one, other) => (one.at < other.at ? -1 : 1));
  }, [found.data, times, zone]);
  return { ...found, data };
}

type Found = Omit<Note, "index">;

const SHARED_MS = 10_000;
/** Charts beside one another ask for the same. */
const asked = new Map<string, { readonly at: number; readonly answer: Promise<readonly Found[]> }>();

function shared(project: number, from: number, end: number, call: Call): Promise<readonly Found[]> {
  const key = `${project} ${from} ${end}`;
  for (const [other, { at }] of asked) if (at < Date.now() - SHARED_MS) asked.delete(other);
  const { answer } = asked.get(key) ?? { answer: findNotes(from, end, call) };
  if (!asked.has(key)) asked.set(key, { at: Date.now(), answer });
  answer.catch(() => asked.delete(key));
  return answer;
}

/** Finds annotations and the latest changes, also those of a day more on both sides: of other time zones. */
async function findNotes(from: number, end: number, call: Call): Promise<readonly Found[]> {
  const [date_from, date_to] = [from - DAY_MS, end + DAY_MS].map((time) => new Date(time).toISOString());
  const [written, flags, experiments] = await Promise.all([
    call("annotations_list", { date_from, date_to }),
    call("activity_log_list", { scope: "FeatureFlag" }),
    call("activity_log_list", { scope: "Experiment" }),
  ]);
  return [
    ...written.results.map(({ id, date_marker: at, content: text, created_by: by }) => {
      return { id, at, text, by: by?.first_name || by?.email };
    }),
    ...[...flags.results, ...experiments.results].map((entry) => {
      return { at: entry.created_at, text: sayChange(entry), by: entry.user?.first_name || entry.user?.email };
    }),
  ];
}

function sayChange({ scope, activity, detail: { name, changes } }: Schemas["ActivityLogEntry"]): string {
  const turned = changes.find(({ field }) => field === "active");
  const verb = turned ? `turned ${turned.after ? "on" : "off"}` : activity === "updated" ? "changed" : activity;
  return `${scope === "FeatureFlag" ? "Flag" : scope} ${name} was ${verb}`;
}

/** The notes below a chart, where they are added, too. */
export function NoteList({ notes }: { readonly notes: Resource<readonly Note[]> }) {
  const { data = [], reload } = notes;
  return (
    <details>
      <summary>{data.length === 0 ? "Notes" : `Notes (${data.length})`}</summary>
      <Loaded resource={notes}>
        {(list) => (
          <ul class="list notes">
            {list.map(({ id, at, text, by }) => (
              <li key={`${at} ${id ?? text}`} class="row wrap-anywhere">
                <span class="small quiet">
                  <Time at={at} />
                  {by && ` · ${by}`}
                </span>
                <span>{text}</span>
                {id !== undefined && (
                  <ConfirmButton
                    {...{ small: true, label: "Delete", of: text, title: "Delete the note?", says: `“${text}”` }}
                    act={(call) => call("annotations_destroy", { id: String(id) }).then(reload)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <DialogButton label="Add a note" small>
        {(onClose) => <NoteDialog onAdded={reload} {...{ onClose }} />}
      </DialogButton>
    </details>
  );
}

function NoteDialog({ onAdded, onClose }: { readonly onAdded: () => void; readonly onClose: () => void }) {
  const zone = useZone();
  const initial = { content: "", date_marker: clockIn(zone, Date.now()) };
  const form = useForm(initial, async ({ content, date_marker: clock }, call) => {
    await call("annotations_create", { body: { content, date_marker: timeIn(zone, clock) } });
    onAdded();
    onClose();
  });
  return (
    <DialogForm {...{ form, onClose }} title="Add a note" submit="Add">
      <TextField
        {...{ label: "What happened", hint: "All charts of this time show it.", rows: 2, required: true }}
        {...AnnotationRequest.content}
        {...form.field("content")}
      />
      <Field {...{ label: "When", type: "datetime-local", required: true }} {...form.field("date_marker")} />
    </DialogForm>
  );
}
