import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import { useSearch } from "wouter-preact";
import { ApiError } from "../../api/client.ts";
import { useCall, useResource } from "../../api/operations.ts";
import { navigate, useProjectPath } from "../../api/place.ts";
import { ConfirmButton } from "../../components/dialog.tsx";
import { formatClock } from "../../components/format.ts";
import { ActionButton, ButtonLink, CopyButton, Message, Page, PageLink, pageOfOne } from "../../components/page.tsx";
import { Count, DataLink, Time } from "../../components/text.tsx";
import { MomentsList, toMoments } from "./moments-list.tsx";
import { Playback } from "./playback.ts";
import type { PlaySettings, Recording, SnapshotsApi } from "./recordings-api.ts";
import { nameRecording, sessionEvents, snapshotsOf } from "./recordings-api.ts";
import { Screen } from "./screen.tsx";

type Playing = { readonly playback: Playback | null; readonly error: string | null };

export function usePlayback(api: SnapshotsApi, at: number, settings: PlaySettings): Playing {
  const [, update] = useReducer((count: number) => count + 1, 0);
  const [playing, setPlaying] = useState<Playing>({ playback: null, error: null });
  // The moment and the settings matter at the beginning only.
  useEffect(() => {
    const playback = new Playback(api, at, settings, () => update(undefined));
    setPlaying({ playback, error: null });
    playback.run().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "AbortError") return; // the page was left
      if (!(error instanceof ApiError)) console.error(error);
      const message = error instanceof ApiError ? error.message : "This recording cannot be read.";
      setPlaying({ playback, error: message });
    });
    return () => playback.close();
  }, [api]);
  return playing;
}

const STEP_MS = 5000;
/** Elements that use these keys themselves. */
const OWN_KEYS = "input, select, textarea, button, a, summary, dialog, [role=tab]";

/** Space plays and pauses, and the arrows move by five seconds, while no field or button has the focus. */
function usePlayerKeys(playback: Playback | null): void {
  useEffect(() => {
    if (playback === null) return;
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (altKey || ctrlKey || metaKey || playback.phase !== "ready") return;
      if (target instanceof Element && target.closest(OWN_KEYS)) return;
      if (key === " ") playback.toggle();
      else if (key === "ArrowRight") playback.seek(Math.min(playback.lastMs, playback.state.at + STEP_MS));
      else if (key === "ArrowLeft") playback.seek(Math.max(playback.firstMs, playback.state.at - STEP_MS));
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [playback]);
}

/** Which recordings were listed: the way back from one of them leads to the same list. */
export const lastSearch: { query: string; ids: readonly string[] } = { query: "", ids: [] };

const GONE = {
  title: "There is no such recording",
  says: "It was deleted, perhaps because it was older than recordings of this project are kept.",
};
const START = { title: "Recording", back: <Back />, gone: GONE };

function Back() {
  return (
    <PageLink to={["recordings"]} query={lastSearch.query}>
      ← Recordings
    </PageLink>
  );
}

export const RecordingPage = pageOfOne("session_recordings", START, ({ one: recording, reload: onChanged }) => {
  const call = useCall();
  const api = useMemo(() => snapshotsOf(call, recording.id), [call, recording.id]);
  const [settings, setSettings] = useState<PlaySettings>({ speed: 1, skipsInactivity: true });
  const startMs = Date.parse(recording.start_time);
  const seconds = Number(new URLSearchParams(useSearch()).get("t") ?? Number.NaN);
  const { playback, error } = usePlayback(api, seconds >= 0 ? startMs + seconds * 1000 : 0, settings);
  usePlayerKeys(playback);
  const events = useResource((signal) => sessionEvents(call, recording, signal), [api]);
  const [isTold, setTold] = useState(false);
  const { data: story } = useResource(
    async (signal) =>
      isTold ? call("session_recordings_outline_retrieve", { id: recording.id }, { signal }) : undefined,
    [api, isTold],
  );
  const logged = playback?.windows.logged ?? [];
  // What is logged only grows.
  const moments = useMemo(
    () => toMoments(events.data ?? [], logged, story),
    [events.data, story, logged.length, playback],
  );
  const now = playback?.state.at ?? 0;
  const isPlayable = playback?.phase === "ready";
  const change = (wanted: PlaySettings) => {
    setSettings(wanted);
    playback?.set(wanted);
  };
  const second = isPlayable ? Math.max(0, Math.floor((now - startMs) / 1000)) : 0;
  return (
    <Page
      title={nameRecording(recording)}
      back={<Back />}
      actions={
        <>
          <Neighbors id={recording.id} />
          <RecordingActions recording={recording} seconds={second} onChanged={onChanged} />
        </>
      }
    >
      <Facts recording={recording} />
      {error !== null && <Message>{error}</Message>}
      <div class="stack apart recording">
        <div>
          {playback && (
            <Screen {...{ playback, startMs, moments, settings }} isConnected={error === null} onSettings={change} />
          )}
        </div>
        <div>
          {events.error && <Message onRetry={events.reload}>{events.error.message}</Message>}
          <MomentsList
            {...{ moments, startMs, now }}
            onStory={() => setTold(true)}
            endMs={isPlayable ? playback.lastMs : startMs + recording.recording_duration * 1000}
            onJump={
              isPlayable ? (at) => playback.seek(Math.max(playback.firstMs, Math.min(at, playback.lastMs))) : null
            }
          />
        </div>
      </div>
    </Page>
  );
});

/** Leads to the recordings before and after this one in the list that it was chosen from. */
function Neighbors({ id }: Pick<Recording, "id">) {
  const place = lastSearch.ids.indexOf(id);
  const link = (label: string, other: string | undefined) =>
    place >= 0 && other !== undefined && <ButtonLink small to={["recordings", other]} label={label} />;
  return (
    <>
      {link("Previous", lastSearch.ids[place - 1])}
      {link("Next", lastSearch.ids[place + 1])}
    </>
  );
}

function Facts({ recording }: { readonly recording: Recording }) {
  const { person, start_time, recording_duration, click_count, keypress_count, start_url, viewed } = recording;
  return (
    <p class="row recording-facts quiet">
      <Time at={start_time} />
      <span>{formatClock(recording_duration * 1000)}</span>
      <Count value={click_count} unit="click" />
      <Count value={keypress_count} unit="key press" units="key presses" />
      {viewed === "true" && <span>Viewed by you</span>}
      {person?.uuid && <PageLink to={["persons", person.uuid]}>Go to the person</PageLink>}
      {start_url !== null && (
        <span>
          began at <DataLink url={start_url} />
        </span>
      )}
    </p>
  );
}

interface ActionProps {
  readonly recording: Recording;
  /** The moment that a link leads to, in whole seconds. */
  readonly seconds: number;
  readonly onChanged: () => void;
}

function RecordingActions({ recording, seconds, onChanged }: ActionProps) {
  const path = useProjectPath();
  const { id, pinned_by_me: isPinned, pinned_count } = recording;
  const others = Number(pinned_count) - Number(isPinned);
  return (
    <>
      <CopyButton label="Copy link to this moment" text={linkTo(seconds)} />
      <ActionButton
        label={isPinned ? "Pinned" : "Pin"}
        small
        aria-pressed={isPinned}
        act={(call) => call(isPinned ? "session_recordings_unpin" : "session_recordings_pin", { id }).then(onChanged)}
      />
      <ConfirmButton
        small
        label="Delete"
        title="Delete this recording?"
        says={DELETED}
        cancel="Keep it"
        confirm="Delete the recording"
        act={async (call) => {
          await call("session_recordings_destroy", { id });
          navigate(path("recordings").slice(1), { replace: true });
        }}
      />
      {others > 0 && (
        <Message tone="info">
          <Count value={others} unit="other member has" units="other members have" /> pinned it, so it is kept.
        </Message>
      )}
    </>
  );
}

const DELETED =
  "It is removed from every place where it is stored, for everybody, and cannot be restored. " +
  "The events of the session are kept.";

function linkTo(seconds: number): string {
  const [path = ""] = location.hash.split("?");
  return new URL(`${path}?t=${seconds}`, location.href).href;
}
