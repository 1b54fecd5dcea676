import type { LegacyStore } from "./ports/legacy-store.ts";

/** Replaces the legacy database if none is configured: it has no recordings. */
export const NO_LEGACY_STORE: LegacyStore = {
  async *sessions() {},
  count: async () => 0,
  existingSessions: async () => new Set(),
  sessionsOf: async () => [],
  async *events() {},
  erase: async () => {},
  eraseProject: async () => {},
  check: async () => {},
  close: async () => {},
};
