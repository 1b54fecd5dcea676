import { DAY_SECONDS, integer, MAX_RETENTION_SECONDS, MiB, oneOf } from "./setting-readers.ts";

export const CAPACITY_SETTINGS = {
  BODY_LIMIT_BYTES: integer(20 * MiB, 1024, 512 * MiB).says(
    "Bodies of this size or more are refused on the public endpoints (413).",
  ),
  BODY_MEMORY_BYTES: integer(64 * MiB, 1024, 2 ** 40).says(
    "Memory for the unparsed bodies of all requests in flight; above it they wait, up to a minute: 503.",
  ),
  BODY_BYTES_PER_SECOND: integer(1024, 0, 2 ** 30).says("Minimum rate at which a body must arrive; 0: no limit."),
  BODY_TIMEOUT_SECONDS: integer(10, 1, 3600).says(
    "How long a body may arrive more slowly than BODY_BYTES_PER_SECOND, in seconds; then: 408.",
  ),
  REPLY_MEMORY_BYTES: integer(64 * MiB, 1024, 2 ** 40).says(
    "Memory for responses above 64 KB that clients have not read; above it, those of the address with the most of it " +
      "are disconnected, the oldest first.",
  ),
  MAX_CONNECTIONS: integer(4096, 1, 1_000_000).says(
    "Maximum open connections of clients. While fewer than a sixteenth is free, clients that have more than an equal " +
      "share lose their slowest ones; further ones are closed at once. See TRUST_PROXY.",
  ),
  FLAG_STREAMS_MAX: integer(1000, 0, 1_000_000).says(
    "Maximum open event streams, which tell OpenFeature's providers of changed flags; above it: 429.",
  ),
  FLAG_STREAMS_PER_ORGANIZATION: integer(500, 0, 1_000_000).says(
    "Maximum open event streams of all projects of an organization; above it: 429.",
  ),
  FLAG_STREAMS_PER_PROJECT: integer(500, 0, 1_000_000).says(
    "Maximum open event streams of one project; above it: 429.",
  ),
  JOURNAL_MAX_BYTES: integer(1024 * MiB, MiB, 2 ** 50).says(
    "Maximum size of accepted events that wait for the store; above it: 503.",
  ),
  DEAD_LETTERS_MAX_BYTES: integer(256 * MiB, MiB, 2 ** 50).says(
    "Maximum size of dead letters; above it the oldest are dropped.",
  ),
  EVENT_RETENTION_SECONDS: integer(0, 0, MAX_RETENTION_SECONDS).says(
    "How long an event is kept after its timestamp, in seconds, unless its project has another retention. 0: forever.",
  ),
  PROJECT_SHARE_PERCENT: integer(50, 1, 100).says(
    "Largest part of JOURNAL_MAX_BYTES and DEAD_LETTERS_MAX_BYTES for one project while others are active, in percent.",
  ),
  DURABILITY: oneOf(["node", "store"], "node").says(
    "Where events are when they are answered 200. node: on this node's disk. store: also in the store (MongoDB: on " +
      "a majority), for nodes that may lose their disk; then events are refused while the store is down.",
  ),
};

export const RATE_LIMIT_SETTINGS = {
  RATE_LIMIT_PER_MINUTE: integer(1200, 0, 1_000_000).says(
    "Maximum requests per minute to the private endpoints with one key; 0: no limit.",
  ),
  RATE_LIMIT_KEY_REQUESTS_PER_SECOND: integer(0, 0, 1_000_000).says(
    "Maximum requests per second to the public endpoints with one key, on each node; 0: no limit.",
  ),
  RATE_LIMIT_KEY_EVENTS_PER_SECOND: integer(0, 0, 10_000_000).says(
    "Maximum events per second with one key, on each node; 0: no limit.",
  ),
  RATE_LIMIT_ADDRESS_REQUESTS_PER_SECOND: integer(0, 0, 1_000_000).says(
    "Maximum requests per second from one client address, on each node; 0: no limit. See TRUST_PROXY.",
  ),
  RATE_LIMIT_ADDRESS_EVENTS_PER_SECOND: integer(0, 0, 10_000_000).says(
    "Maximum events per second from one client address, on each node; 0: no limit. See TRUST_PROXY.",
  ),
  RATE_LIMIT_ADDRESS_PAGES_PER_SECOND: integer(50, 0, 1_000_000).says(
    "Maximum requests per second from one client address for pages, the contract and scripts of the browser library, " +
      "on each node; 0: no limit. See TRUST_PROXY.",
  ),
  RATE_LIMIT_BURST_SECONDS: integer(10, 1, 3600).says(
    "How many seconds of the limits per second a key or an address may use at once.",
  ),
};

export const RECORDING_SETTINGS = {
  RECORDING_INGESTION_LIMIT_SECONDS: integer(600, 1, DAY_SECONDS).says(
    "Age at which snapshots move from the store to files, in seconds.",
  ),
  RECORDING_FLUSH_BYTES: integer(50 * MiB, 1024, 1024 * MiB).says(
    "Size of a session's snapshots in the store above which they move to a file at once.",
  ),
  RECORDING_RETENTION_SECONDS: integer(0, 0, MAX_RETENTION_SECONDS).says(
    "How long a recording is kept after its last snapshot, in seconds; pinned ones stay. 0: forever.",
  ),
  RECORDING_DOWNLOADS: oneOf(["stream", "redirect"], "stream").says(
    "How clients get recording files. stream: through the service. redirect: from a signed address of S3, if they " +
      "accept gzip.",
  ),
  RECORDING_SNAPSHOT_BYTES: integer(32 * MiB, 64 * 1024, 512 * MiB).says(
    "Maximum size of a snapshot as uncompressed JSON; a larger one becomes a dead letter.",
  ),
  RECORDING_SNAPSHOT_VALUES: integer(2_000_000, 1000, 100_000_000).says(
    "Maximum number of values (objects, items, fields) that a snapshot's compressed parts unpack to.",
  ),
  RECORDING_MEMORY_BYTES: integer(64 * MiB, 0, 2 ** 40).says("Memory for the snapshots of recent sessions."),
};
