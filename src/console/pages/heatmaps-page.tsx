import { useEffect, useMemo, useState } from "preact/hooks";
import { type Call, type Input, useCall, useOperation, useResource } from "../api/operations.ts";
import { useFilters, useIsAdmin } from "../api/place.ts";
import { Combobox } from "../components/combobox.tsx";
import { Select } from "../components/field.tsx";
import { optionsOf } from "../components/options.ts";
import { ActionButton, Bar, EmptyState, Loaded, Loading, Message, Page, PageLink } from "../components/page.tsx";
import { Table } from "../components/table.tsx";
import { formatCount } from "../components/text.tsx";
import { usePlayback } from "./recordings/recording-page.tsx";
import { type Heat, type PlaySettings, type Recording, snapshotsOf } from "./recordings/recordings-api.ts";
import "./heatmaps.css";
import { DATES, useStaffSwitch } from "./visits-table.tsx";

type Asked = Input<"heatmaps_list">;
type Kind = NonNullable<Asked["type"]>;

const KINDS = optionsOf<Kind>({
  click: "Clicks",
  rageclick: "Clicks in anger",
  deadclick: "Clicks without an effect",
  mousemove: "Where the mouse rested",
  scrolldepth: "How far they scrolled",
});
const COUNTED = optionsOf({ total_count: "Each time", unique_visitors: "Each visitor once" });
/** Positions are only comparable in windows in which a page looks alike. */
const WIDTHS: Readonly<Record<string, { label: string; min?: number; max?: number }>> = {
  desktop: { label: "Desktops", min: 1024 },
  tablet: { label: "Tablets", min: 600, max: 1023 },
  phone: { label: "Phones", max: 599 },
};
const WINDOWS = Object.entries(WIDTHS).map(([value, { label }]) => ({ value, label }));
const MAX_PAGES = 200;
const MAX_VIEWS = 100;
const MAX_ROWS = 20;
/** By then a page has usually been built. */
const BUILT_MS = 2000;

function HeatmapsPage() {
  const [, , field] = useFilters();
  const dates = field("dates", "-7d");
  const type = field<Kind>("type", "click");
  const width = field("width", "desktop");
  const aggregation = field<NonNullable<Asked["aggregation"]>>("count", "total_count");
  const project = useOperation("projects_retrieve", {}, { keep: true });
  const [isWithoutStaff, staffSwitch] = useStaffSwitch(project.data);
  const query = `SELECT concat(properties.$host, properties.$pathname) AS page, count() FROM events
    WHERE event = '$pageview' AND timestamp > now() - INTERVAL 30 DAY AND page <> ''
    GROUP BY page ORDER BY count() DESC, page LIMIT ${MAX_PAGES}`;
  const pages = useOperation("query_create", { body: { query: { kind: "HogQLQuery", query } } }, { keep: true });
  return (
    <Page title="Heatmaps">
      <Loaded resource={pages}>
        {({ results }) => {
          const known = results as unknown as readonly (readonly [string, number])[];
          const page = field("page", known[0]?.[0] ?? "");
          const load = async () => known.map(([value, views]) => ({ value, note: formatCount(views) }));
          if (page.value === "") return <NoPages />;
          const { min, max } = WIDTHS[width.value] ?? {};
          const asked: Asked = {
            ...{ type: type.value, date_from: dates.value, date_to: undefined, aggregation: aggregation.value },
            ...{ url_exact: undefined, url_pattern: patternOf(page.value) },
            ...{ viewport_width_min: min, viewport_width_max: max, filter_test_accounts: isWithoutStaff },
          };
          return (
            <>
              <Bar>
                <Combobox label="Page" showsLabel load={load} {...page} />
                <Select label="Shown" options={KINDS} {...type} />
                <Select label="Windows" options={WINDOWS} {...width} />
                <Select label="Dates" options={DATES} {...dates} />
                <Select label="Counted" options={COUNTED} {...aggregation} />
                {staffSwitch}
              </Bar>
              <PageHeat key={`${page.value} ${width.value}`} page={page.value} asked={asked} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function NoPages() {
  return (
    <EmptyState title="Nobody has viewed a page yet">
      <p>
        Heatmaps are of pages with posthog-js. <PageLink to={["settings"]}>Send the first event</PageLink>
      </p>
    </EmptyState>
  );
}

/** Returns a pattern of a page's addresses, whatever their query and fragment. */
function patternOf(page: string): string {
  return `^[a-z]+://${page.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}([?#].*)?$`;
}

function PageHeat({ page, asked }: { readonly page: string; readonly asked: Asked }) {
  const heat = useOperation("heatmaps_list", asked, { keep: true });
  const { viewport_width_min: min = 0, viewport_width_max: max = Number.MAX_SAFE_INTEGER } = asked;
  const view = useResource((signal, call) => findView(call, page, [min, max], signal), [page, min, max]);
  return (
    <Loaded resource={heat}>
      {({ results }) => (
        <>
          {results.length === 0 && <Nothing />}
          <div class="heatmap">
            <div>
              {view.error && <Message onRetry={view.reload}>{view.error.message}</Message>}
              {view.isLoading && <Loading what="Looking for a recording of this page" />}
              {view.data && <Screen {...view.data} heat={results} />}
              {view.data === null && (
                <Message tone="info">No recording shows this page in such a window: only the numbers are here.</Message>
              )}
            </div>
            {results.length > 0 && <Figures heat={results} />}
          </div>
        </>
      )}
    </Loaded>
  );
}

function Nothing() {
  const project = useOperation("projects_retrieve", {}, { keep: true });
  const isAdmin = useIsAdmin();
  const act = (call: Call) => call("projects_partial_update", { body: { heatmaps_opt_in: true } }).then(project.reload);
  if (!project.data) return null;
  if (project.data.heatmaps_opt_in === true) {
    return <Message tone="info">Nobody did this on the page in this time, in windows of this width.</Message>;
  }
  return (
    <EmptyState
      title="Heatmaps are off"
      says="Once they are on, posthog-js sends where visitors click and rest the mouse, at their next page."
    >
      {isAdmin ? (
        <ActionButton label="Turn heatmaps on" kind="main" act={act} />
      ) : (
        <p>An owner or admin of the organization can turn them on.</p>
      )}
    </EmptyState>
  );
}

/** Finds the last view of a page in a window of such a width that was recorded, and when the page was built then. */
async function findView(call: Call, page: string, [min, max]: [number, number], signal: AbortSignal) {
  const [, host = "", path = ""] = /^([^/]*)(.*)$/.exec(page) ?? [];
  const query = {
    kind: "EventsQuery" as const,
    select: ["properties.$session_id", "timestamp", "properties.$viewport_width"],
    event: "$pageview",
    properties: [
      { key: "$host", value: host },
      { key: "$pathname", value: path },
    ],
    orderBy: ["timestamp DESC"],
    ...{ after: "-30d", limit: MAX_VIEWS },
  };
  const { results } = await call("query_create", { body: { query } }, { signal });
  const views = (results as [string | null, string, string | null][]).filter(([session, , width]) => {
    return session !== null && Number(width) >= min && Number(width) <= max;
  });
  if (views.length === 0) return null;
  const ids = [...new Set(views.map(([session]) => String(session)))];
  const recorded = await call("session_recordings_list", { session_ids: ids, limit: ids.length }, { signal });
  for (const [session, time] of views) {
    const recording = recorded.results.find(({ id }) => id === session);
    if (recording) return { recording, at: Date.parse(time) + BUILT_MS };
  }
  return null;
}

function Screen({ recording, at, heat }: { readonly recording: Recording; readonly at: number; readonly heat: Heat }) {
  const call = useCall();
  const api = useMemo(() => snapshotsOf(call, recording.id), [call, recording.id]);
  const [start] = useState<PlaySettings>({ speed: 1, skipsInactivity: false, heat });
  const { playback, error } = usePlayback(api, at, start);
  useEffect(() => playback?.set({ ...start, heat }), [playback, heat]);
  if (error !== null) return <Message>{error}</Message>;
  if (playback && playback.phase !== "loading" && playback.phase !== "ready") {
    return <Message tone="info">The recording of this page cannot be shown: only the numbers are here.</Message>;
  }
  return (
    <>
      {playback && (
        <iframe
          src="player"
          title="The page, with what visitors did on it"
          class="heatmap-frame"
          onLoad={({ currentTarget }) => playback.attach(currentTarget)}
        />
      )}
      <p class="small quiet">
        As <PageLink to={["recordings", recording.id]}>a recording</PageLink> has it.
        {playback?.phase !== "ready" && " Loading…"}
      </p>
    </>
  );
}

function Figures({ heat }: { readonly heat: Heat }) {
  const places = heat.flatMap((one) => ("pointer_y" in one ? [one] : [])).slice(0, MAX_ROWS);
  const depths = heat.flatMap((one) => ("scroll_depth_bucket" in one ? [one] : []));
  const all = depths[0]?.cumulative_count ?? 1;
  return places.length > 0 ? (
    <Table
      caption="The most frequent places"
      keyOf={(one) => `${one.pointer_y} ${one.pointer_relative_x} ${one.pointer_target_fixed}`}
      rows={places}
      columns={[
        { title: "From the top", cell: (one) => `${one.pointer_y} px`, isNumber: true },
        { title: "From the left", share: (one) => one.pointer_relative_x },
        { title: "Times", count: (one) => one.count },
      ]}
    />
  ) : (
    <Table
      caption="How far the page was seen"
      keyOf={(one) => one.scroll_depth_bucket}
      rows={depths}
      columns={[
        { title: "Seen to", cell: (one) => `${one.scroll_depth_bucket} px`, isNumber: true },
        { title: "Or further", count: (one) => one.cumulative_count },
        { title: "Share", share: (one) => one.cumulative_count / all },
      ]}
    />
  );
}

export const pages = { "/": HeatmapsPage };
