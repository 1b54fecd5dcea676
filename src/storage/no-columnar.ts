import type { ColumnarStore } from "./ports/columnar.ts";

/** Where no columnar database is configured. */
export const NO_COLUMNAR_STORE: ColumnarStore = {
  async *sessions() {},
  count: async () => 0,
  existingSessions: async () => new Set(),
  async *events() {},
  erase: async () => {},
  check: async () => {},
  close: async () => {},
};
