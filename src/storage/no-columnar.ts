import type { ColumnarStore } from "./ports/columnar.ts";

/** Replaces the columnar database if none is configured: it has no recordings. */
export const NO_COLUMNAR_STORE: ColumnarStore = {
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
