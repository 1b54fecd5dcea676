/** Calls of Segment's and RudderStack's libraries and pixels, whose bodies have other fields than ours. */
const CALLS = "track|identify|page|screen|group|alias|merge|batch|import|[tipsgabm]";
const FOREIGN_CALL = new RegExp(`^/(?:(?:beacon|pixel|internal)/)?v1/(?:pixel/)?(${CALLS})/?$`);

/** Our equivalents. Browser libraries shorten calls to the first letter. */
const EQUIVALENTS: Readonly<Record<string, string>> = {
  t: "an event with its name in `event`",
  i: "the event `$identify` with `$set`",
  p: "the event `$pageview`",
  s: "the event `$screen`",
  g: "the event `$groupidentify`",
  a: "the event `$create_alias`",
};
/** Calls with events of all kinds, or with reports of a library about itself. */
const WITHOUT_EQUIVALENT = ["merge", "batch", "import", "b", "m"];

const TRACES =
  "OpenTelemetry traces are not taken. POST /i/v0/ai/batch/ takes events about language models in `batch`.";

/** What tools of PostHog look for and do not find here. */
const ABSENT = `access_controls actions alerts batch_exports cohorts domains early_access_feature
  error_tracking exports external_data_schemas external_data_sources experiments file_system heatmaps hog_functions logs
  notebooks plugin_configs plugins proxy_records roles session_recording_playlists subscriptions surveys
  warehouse_saved_queries warehouse_tables web_experiments`;
const ABSENT_PATH = new RegExp(
  `^/api/(?:projects|environments|organizations)/[^/]+/(${ABSENT.split(/\s+/).join("|")})(?:/|$)`,
);

/** Returns what to call instead of an address of other services, or what is absent; undefined for other paths. */
export function hintForPath(path: string): string | undefined {
  const absent = ABSENT_PATH.exec(path)?.[1];
  if (absent !== undefined) return `Sightline has no ${absent.replace(/feature$/, "features").replaceAll("_", " ")}.`;
  if (/^\/i\/v0\/ai\/otel\b/.test(path)) return TRACES;
  const call = FOREIGN_CALL.exec(path)?.[1];
  if (call === undefined) return undefined;
  const equivalent = WITHOUT_EQUIVALENT.includes(call) ? undefined : EQUIVALENTS[call.charAt(0)];
  const one =
    equivalent === undefined ? "" : ` POST /capture/ takes ${equivalent}, \`distinct_id\` and \`properties\`.`;
  return `This address is Segment's and RudderStack's.${one} POST /batch/ takes a list of events in \`batch\`.`;
}
