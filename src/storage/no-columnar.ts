import type { Columnar } from "./ports/columnar.ts";

/** Where no columnar database is configured. */
export const NO_COLUMNAR: Columnar = {
  async *sessions() {},
  count: async () => 0,
  present: async () => new Set(),
  async *events() {},
  erase: async () => {},
  check: async () => {},
  close: async () => {},
};
