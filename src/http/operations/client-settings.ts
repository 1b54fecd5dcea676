import type { Schemas } from "../../../generated/openapi.ts";
import { runningSurveys } from "../../questions/surveys.ts";
import { lookupCache, type MaybePromise, mapMaybe } from "../../store/lookup-cache.ts";
import { type ProjectId, StoreUnavailable } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { type ClientOptions, readSettings } from "../../store/records/project-settings.ts";
import { membersAfter } from "../raw-json.ts";

/** Fields besides flags that decisions of every version have. */
export const DECIDE_SETTINGS = {
  config: { enable_collect_everything: true },
  editorParams: {},
  isAuthenticated: false,
  supportedCompression: ["gzip", "lz64"],
} satisfies Partial<Schemas["DecideResponseV1"]>;

/** What client libraries are told to do by themselves; their own options change it. */
export type ClientSettings = ReturnType<typeof prepareSettings>;
export type FindClientSettings = (projectId: ProjectId) => MaybePromise<ClientSettings>;

const MAX_CACHED_PROJECTS = 10_000;
/** Longest delay until changed settings take effect. */
const TTL_MS = 2000;

/** Returns a function that finds the settings of a project: the defaults if neither store nor cache can tell. */
export function findClientSettings(records: Records, now: () => number): FindClientSettings {
  const find = async (projectId: string, stale: ClientSettings | null) => {
    try {
      const { clientOptions } = await readSettings(projectId, records);
      return prepareSettings(clientOptions, (await runningSurveys(projectId, now(), records)).length > 0);
    } catch (error) {
      if (error instanceof StoreUnavailable) return stale ?? DEFAULTS;
      throw error;
    }
  };
  const cache = lookupCache(find, { now, ttlMs: TTL_MS, max: MAX_CACHED_PROJECTS });
  return (projectId) => mapMaybe(cache.get(projectId), (settings) => settings ?? DEFAULTS);
}

/** Libraries keep an earlier value of an absent field. So `sampleRate` is always there. */
function prepareSettings(options: ClientOptions, hasSurveys: boolean) {
  const sessionRecording: Schemas["SessionRecordingSettings"] = {
    endpoint: "/s/",
    consoleLogRecordingEnabled: true,
    recorderVersion: "v2",
    sampleRate: options.session_recording_opt_in === false ? "0" : null,
  };
  const autocaptureExceptions = options.autocapture_exceptions_opt_in !== false;
  const automaticCapture = {
    autocapture_opt_out: false,
    elementsChainAsString: true,
    capturePerformance: { network_timing: true, web_vitals: options.autocapture_web_vitals_opt_in !== false },
    autocaptureExceptions,
    captureDeadClicks: true,
    heatmaps: options.heatmaps_opt_in === true,
  } satisfies Partial<Schemas["RemoteConfig"]>;
  /** What a project lacks is false. Only `surveys` is absent: `false` would make libraries load a script. */
  const config = {
    supportedCompression: ["gzip", "gzip-js", "lz64"],
    sessionRecording,
    isAuthenticated: false,
    siteApps: [],
    ...automaticCapture,
    errorTracking: { autocaptureExceptions, suppressionRules: [] },
    productTours: false,
    conversations: false,
    logs: { captureConsoleLogs: false },
    ...(hasSurveys && options.surveys_opt_in !== false && { surveys: true }),
  } satisfies Partial<Schemas["RemoteConfig"]>;
  const decideSettings = { ...DECIDE_SETTINGS, sessionRecording };
  return {
    config,
    withRecording: membersAfter(decideSettings),
    withCapture: membersAfter({ ...decideSettings, ...automaticCapture }),
  };
}

const DEFAULTS = prepareSettings({}, false);
