import type { components } from "../../../generated/openapi.ts";

type Schemas = components["schemas"];

/** How browser libraries record sessions. */
export const SESSION_RECORDING: Schemas["SessionRecordingSettings"] = {
  endpoint: "/s/",
  consoleLogRecordingEnabled: true,
  recorderVersion: "v2",
};

/** What browser libraries capture by themselves, unless their own options say otherwise. */
export const AUTOMATIC_CAPTURE = {
  autocapture_opt_out: false,
  elementsChainAsString: true,
  capturePerformance: { network_timing: true, web_vitals: true },
  autocaptureExceptions: true,
  captureDeadClicks: true,
  heatmaps: false,
} satisfies Partial<Schemas["RemoteConfig"]>;

/**
 * Settings that client libraries load at start, besides flags. What the service lacks is false, because libraries keep
 * what an earlier server said of an absent field; only `surveys: false` would make them load a script.
 */
export const CLIENT_SETTINGS = {
  supportedCompression: ["gzip", "gzip-js", "lz64"],
  sessionRecording: SESSION_RECORDING,
  isAuthenticated: false,
  siteApps: [],
  ...AUTOMATIC_CAPTURE,
  errorTracking: { autocaptureExceptions: true, suppressionRules: [] },
  productTours: false,
  conversations: false,
  logs: { captureConsoleLogs: false },
} satisfies Partial<Schemas["RemoteConfig"]>;
