import type { Migration } from "../apply-migrations.ts";
import { initial } from "./0001-initial.ts";

/** In the order in which they are applied; one that was published is never changed. */
export const MIGRATIONS: readonly Migration[] = [initial];
