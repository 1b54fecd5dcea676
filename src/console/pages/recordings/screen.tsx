import { useMemo, useRef } from "preact/hooks";
import { Checkbox, Select } from "../../components/field.tsx";
import { fieldsOf } from "../../components/form.tsx";
import { formatClock } from "../../components/format.ts";
import { Button, Message } from "../../components/page.tsx";
import type { Playback } from "./playback.ts";
import type { Moment } from "./recorded-windows.ts";
import { isLive, type PlaySettings } from "./recordings-api.ts";

interface Props {
  readonly playback: Playback;
  readonly startMs: number;
  readonly moments: readonly Moment[];
  readonly settings: PlaySettings;
  /** Whether what is recorded now would be shown. */
  readonly isConnected: boolean;
  readonly onSettings: (settings: PlaySettings) => void;
}

const SPEEDS = [0.5, 1, 2, 4, 8, 16].map((speed) => ({ value: String(speed), label: `${speed}×` }));
const WHY_NOT = {
  wireframes:
    "This session was recorded in an app on a phone, as wireframes. They cannot be played here; what the app sent is " +
    "listed beside.",
  nothing: "There is nothing to show: no snapshot of the whole page has arrived.",
  deleted: "This recording was deleted.",
};

export function Screen(props: Props) {
  const { playback, isConnected } = props;
  const { phase, windows, state, isOngoing } = playback;
  const player = useRef<HTMLDivElement>(null);
  if (phase !== "loading" && phase !== "ready") return <Message tone="info">{WHY_NOT[phase]}</Message>;
  return (
    <div class="list recording-player" ref={player}>
      <div class="recording-screen">
        <iframe
          src="player"
          title="What the visitor saw"
          class="recording-frame"
          tabIndex={-1}
          onLoad={({ currentTarget }) => playback.attach(currentTarget)}
        />
        {phase === "loading" && (
          <p class="recording-notice" role="status">
            Loading…
          </p>
        )}
        {phase === "ready" && (
          <button
            type="button"
            class="plain recording-cover"
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => playback.toggle()}
          />
        )}
        {state.plays && state.isSkipping && <p class="recording-notice">Skipping a pause…</p>}
      </div>
      {phase === "ready" && (
        <Controls {...props} onFullScreen={() => player.current && toggleFullScreen(player.current)} />
      )}
      {isOngoing && isConnected && phase === "ready" && isLive(playback.lastMs) && (
        <p class="quiet small" role="status">
          Live: new activity appears as it is recorded.
        </p>
      )}
      {windows.isDamaged && (
        <Message tone="warning">
          Parts of this recording are damaged. They are left out, so pages may look wrong.
        </Message>
      )}
    </div>
  );
}

function toggleFullScreen(element: HTMLElement): Promise<void> {
  return document.fullscreenElement ? document.exitFullscreen() : element.requestFullscreen();
}

type ControlProps = Props & { readonly onFullScreen: () => void };

function Controls({ playback, startMs, moments, settings, onSettings, onFullScreen }: ControlProps) {
  const { state, lastMs, playable, shown } = playback;
  const now = formatClock(state.at - startMs);
  const end = formatClock(lastMs - startMs);
  return (
    <div class="list">
      <Timeline {...{ playback, startMs, moments }} />
      <div class="row">
        <Button label={state.plays ? "Pause" : "Play"} onClick={() => playback.toggle()} aria-keyshortcuts="Space" />
        <span class="count recording-clock">
          {now} / {end}
        </span>
        <Select
          label="Speed"
          hideLabel
          aria-label="Speed"
          options={SPEEDS}
          value={String(settings.speed)}
          onValue={(speed) => onSettings({ ...settings, speed: Number(speed) })}
        />
        <Checkbox
          label="Skip pauses"
          {...fieldsOf(settings, (changes) => onSettings({ ...settings, ...changes }))("skipsInactivity")}
        />
        {document.fullscreenEnabled && <Button label="Full screen" onClick={onFullScreen} />}
        {playable.length > 1 && (
          <Select
            label="Window"
            hideLabel
            options={playable.map(({ id }, index) => ({ value: id, label: `Window ${index + 1}` }))}
            value={shown?.id ?? ""}
            onValue={(id) => playback.show(id)}
          />
        )}
      </div>
    </div>
  );
}

const MAX_MARKS = 300;

/** Returns the moments to mark between two times: of those at nearly the same place one, an error if there is one. */
function toMark(moments: readonly Moment[], firstMs: number, lastMs: number): Moment[] {
  const byPlace = new Map<number, Moment>();
  for (const moment of moments) {
    const { kind, tone, at } = moment;
    if ((kind !== "event" && tone !== "error") || at < firstMs || at > lastMs) continue;
    const place = Math.floor((MAX_MARKS * (at - firstMs)) / (lastMs - firstMs + 1));
    if (tone === "error" || !byPlace.has(place)) byPlace.set(place, moment);
  }
  return [...byPlace.values()];
}

function Timeline({ playback, startMs, moments }: Pick<Props, "playback" | "startMs" | "moments">) {
  const { state, firstMs, lastMs } = playback;
  const length = Math.max(1, lastMs - firstMs);
  const marks = useMemo(() => toMark(moments, firstMs, lastMs), [moments, firstMs, lastMs]);
  return (
    <div class="recording-timeline">
      <div class="recording-marks" aria-hidden="true">
        {marks.map(({ key, at, tone, title }) => (
          <span
            key={key}
            class={`recording-mark recording-${tone}`}
            title={title}
            style={{ left: `${(100 * (at - firstMs)) / length}%` }}
          />
        ))}
      </div>
      <input
        type="range"
        aria-label="Position"
        aria-valuetext={`${formatClock(state.at - startMs)} of ${formatClock(lastMs - startMs)}`}
        min={0}
        max={length}
        step={100}
        value={state.at - firstMs}
        onInput={({ currentTarget }) => playback.seek(firstMs + Number(currentTarget.value))}
      />
    </div>
  );
}
