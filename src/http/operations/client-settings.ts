import type { components } from "../../../generated/openapi.ts";

type Schemas = components["schemas"];

export const SESSION_RECORDING: Schemas["SessionRecordingSettings"] = {
  endpoint: "/s/",
  consoleLogRecordingEnabled: true,
  recorderVersion: "v2",
};

/** Defaults of what browser libraries capture by themselves, which their own options change. */
export const AUTOMATIC_CAPTURE = {
  autocapture_opt_out: false,
  elementsChainAsString: true,
  capturePerformance: { network_timing: true, web_vitals: true },
  autocaptureExceptions: true,
  captureDeadClicks: true,
  heatmaps: false,
} satisfies Partial<Schemas["RemoteConfig"]>;

/**
 * Libraries keep an earlier value of an absent field, so that what the service lacks is false. Only `surveys` is
 * absent: `false` would make them load a script.
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
