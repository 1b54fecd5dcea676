import { integer } from "./setting-readers.ts";
import { DAY_SECONDS, MiB } from "./units.ts";

/** What questions about events may take. */
export const ANSWER_SETTINGS = {
  ANSWERS_MEMORY_BYTES: integer(
    "Memory of the engine of questions. A fifth is for a second process, which runs while a question of another " +
      "project takes long. Each process has 256 MiB beside it, and ends when it is idle.",
    640 * MiB,
    64 * MiB,
    2 ** 40,
  ),
  ANSWERS_THREADS: integer("Threads of each process of the engine of questions.", 2, 1, 64),
  ANSWERS_TEMPORARY_BYTES: integer(
    "Space below DATA_DIR for what a question cannot hold in memory.",
    1024 * MiB,
    0,
    2 ** 50,
  ),
  ANSWERS_TIMEOUT_SECONDS: integer("How long a question may wait for others, and then run, in seconds.", 30, 1, 3600),
  ANSWERS_IDLE_SECONDS: integer("How long the engine of questions stays without one, in seconds.", 300, 1, DAY_SECONDS),
  ANSWERS_MAX_BYTES: integer("Maximum size of an answer.", 16 * MiB, 1024, 256 * MiB),
  ANSWERS_CACHE_BYTES: integer("Memory for answers that are given again.", 16 * MiB, 1024, 2 ** 40),
};
