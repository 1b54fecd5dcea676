import { useEffect, useRef, useState } from "preact/hooks";
import type { Schemas } from "../../api/operations.ts";
import { Field } from "../../components/field.tsx";
import { formatClock } from "../../components/format.ts";
import { eventName } from "../../components/plain-names.ts";
import { Tabs } from "../../components/tabs.tsx";
import { formatCount } from "../../components/text.tsx";
import type { Logged, Moment } from "./recorded-windows.ts";
import type { SessionEvent } from "./recordings-api.ts";

interface Props {
  readonly moments: readonly Moment[];
  readonly startMs: number;
  /** Where the recording ends: events may come later. */
  readonly endMs: number;
  readonly now: number;
  readonly onJump: ((at: number) => void) | null;
  /** Called when what happened in words is wanted. */
  readonly onStory: () => void;
}

const KINDS = { event: "Events", console: "Console", network: "Network", story: "In words" } as const;
const MAX_ROWS = 500;
/** Rows come and go by so many, and not with each moment, which would move what a person reads. */
const STEP = MAX_ROWS / 2;
const NONE = {
  event: "No events of this session are stored. A client sends them with the property $session_id.",
  console: "Nothing was written to the console, or it is not recorded.",
  network: "No requests were recorded. In posthog-js, that is an option of session recordings.",
  story: "Nothing is known that words could say, or it is still being read.",
};

export function MomentsList({ moments, startMs, endMs, now, onJump, onStory }: Props) {
  const [kind, setKind] = useState<Moment["kind"]>("event");
  const [text, setText] = useState("");
  const select = (id: string) => {
    setKind(id as Moment["kind"]);
    if (id === "story") onStory();
  };
  const ofKind = moments.filter((moment) => moment.kind === kind);
  const wanted = text.toLowerCase();
  const matching = ofKind.filter(({ title, detail }) => `${title} ${detail}`.toLowerCase().includes(wanted));
  const index = matching.findLastIndex(({ at }) => at <= now + 50);
  const current = matching[index]?.key;
  const first = Math.max(0, Math.floor((index - STEP / 2) / STEP)) * STEP;
  const rows = matching.slice(first, first + MAX_ROWS);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current) showRow(list.current);
  }, [current, text]);
  const tabs = Object.entries(KINDS).map(([id, label]) => {
    const count = moments.filter((moment) => moment.kind === id).length;
    return { id, label: id === "story" ? label : `${label} ${formatCount(count)}` };
  });
  return (
    <section class="recording-moments" aria-label="What happened">
      <Tabs label="What happened" tabs={tabs} selected={kind} onSelect={select}>
        <Field label="Find in this list" hideLabel placeholder="Find in this list" value={text} onValue={setText} />
        {matching.length === 0 && <p class="quiet recording-none">{text === "" ? NONE[kind] : "Nothing matches."}</p>}
        <ol class="recording-moment-list" ref={list}>
          {rows.map((moment) => (
            <li key={moment.key}>
              <button
                type="button"
                class={`plain recording-moment recording-${moment.tone}`}
                aria-current={moment.key === current ? "true" : undefined}
                disabled={onJump === null}
                onClick={() => onJump?.(moment.at)}
              >
                <span class="count quiet">{clockOf(moment.at, startMs, endMs)}</span>
                <span class="recording-moment-text">
                  <span class="recording-moment-title">{moment.title}</span>
                  {moment.detail !== "" && <span class="small quiet">{moment.detail}</span>}
                </span>
              </button>
            </li>
          ))}
        </ol>
        {matching.length > MAX_ROWS && (
          <p class="quiet small">
            Rows {formatCount(first + 1)} to {formatCount(first + rows.length)} of {formatCount(matching.length)},
            around the moment that is shown.
          </p>
        )}
      </Tabs>
    </section>
  );
}

/** Returns the place of a moment in the recording, which may have ended before. */
function clockOf(at: number, startMs: number, endMs: number): string {
  return at <= endMs ? formatClock(at - startMs) : `${formatClock(endMs - startMs)}+`;
}

/** Scrolls the list, and not the page, to the current row. */
function showRow(list: HTMLElement): void {
  const row = list.querySelector<HTMLElement>('[aria-current="true"]');
  if (!row) return;
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

const STORY: Readonly<Record<Schemas["RecordingOutline"]["entries"][number]["kind"], string>> = {
  page: "Opened a page",
  click: "Clicked",
  input: "Typed",
  console_warning: "Was warned",
  console_error: "Met an error",
  network_failure: "A request failed",
};

export function toMoments(
  events: readonly SessionEvent[],
  logged: readonly Logged[],
  story: Schemas["RecordingOutline"] | undefined,
): Moment[] {
  const moments = [
    ...events.map(ofEvent),
    ...logged.map((moment, index) => ({ key: `l${index}`, ...moment })),
    ...(story?.entries ?? []).map(({ seconds, kind, text }, index): Moment => {
      const at = Date.parse(story?.start_time ?? "") + seconds * 1000;
      const tone = kind === "console_error" || kind === "network_failure" ? "error" : "plain";
      return { key: `s${index}`, kind: "story", at, title: STORY[kind], detail: text, tone };
    }),
  ];
  return moments.sort((one, other) => one.at - other.at);
}

function ofEvent({ id, event, timestamp, properties }: SessionEvent): Moment {
  const { $current_url, $el_text, $event_type, $exception_message } = properties;
  const details = [event === "$autocapture" && $event_type, $el_text, $exception_message, $current_url];
  return {
    key: `e${id}`,
    kind: "event",
    at: Date.parse(timestamp),
    title: eventName(event),
    detail: details.filter((detail) => typeof detail === "string" && detail !== "").join(" · "),
    tone: event === "$exception" ? "error" : "plain",
  };
}
