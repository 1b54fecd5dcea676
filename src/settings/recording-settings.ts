import { integer, oneOf } from "./setting-readers.ts";
import { DAY_SECONDS, MAX_RETENTION_SECONDS, MiB } from "./units.ts";

export const RECORDING_SETTINGS = {
  RECORDING_INGESTION_LIMIT_SECONDS: integer(
    "Age at which snapshots move from the store to files, in seconds.",
    600,
    1,
    DAY_SECONDS,
  ),
  RECORDING_FLUSH_BYTES: integer(
    "Size of a session's snapshots in the store above which they move to a file at once.",
    50 * MiB,
    1024,
    1024 * MiB,
  ),
  RECORDING_RETENTION_SECONDS: integer(
    "How long a recording is kept after its last snapshot, in seconds; pinned ones stay. 0: forever.",
    0,
    0,
    MAX_RETENTION_SECONDS,
  ),
  RECORDING_DOWNLOADS: oneOf(
    "How clients get recording files. stream: through the service. redirect: from a signed address of S3, if they " +
      "accept gzip.",
    ["stream", "redirect"],
    "stream",
  ),
  RECORDING_SNAPSHOT_BYTES: integer(
    "Maximum size of a snapshot as uncompressed JSON; a larger one becomes a dead letter.",
    32 * MiB,
    64 * 1024,
    512 * MiB,
  ),
  RECORDING_SNAPSHOT_VALUES: integer(
    "Maximum number of values (objects, items, fields) that a snapshot's compressed parts unpack to.",
    2_000_000,
    1000,
    100_000_000,
  ),
  RECORDING_MEMORY_BYTES: integer("Memory for the snapshots of recent sessions.", 64 * MiB, 0, 2 ** 40),
};
