import type { components } from "../../../generated/openapi.ts";

type Schemas = components["schemas"];

/** How browser libraries record sessions. */
export const SESSION_RECORDING: Schemas["SessionRecordingSettings"] = {
  endpoint: "/s/",
  consoleLogRecordingEnabled: true,
  recorderVersion: "v2",
};

/** Settings that client libraries load at start, besides flags. */
export const CLIENT_SETTINGS = {
  supportedCompression: ["gzip", "gzip-js", "lz64"],
  sessionRecording: SESSION_RECORDING,
  isAuthenticated: false,
  siteApps: [],
  surveys: false,
} satisfies Partial<Schemas["RemoteConfig"]>;
