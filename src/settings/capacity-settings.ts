import { integer, oneOf } from "./setting-readers.ts";
import { MAX_RETENTION_SECONDS, MiB } from "./units.ts";

export const CAPACITY_SETTINGS = {
  BODY_LIMIT_BYTES: integer(
    "Bodies of this size or more are refused on the public endpoints (413).",
    20 * MiB,
    1024,
    512 * MiB,
  ),
  BODY_MEMORY_BYTES: integer(
    "Memory for the unparsed bodies of all requests in flight; above it they wait, up to a minute: 503.",
    64 * MiB,
    1024,
    2 ** 40,
  ),
  BODY_BYTES_PER_SECOND: integer("Minimum rate at which a body must arrive; 0: no limit.", 1024, 0, 2 ** 30),
  BODY_TIMEOUT_SECONDS: integer(
    "How long a body may arrive more slowly than BODY_BYTES_PER_SECOND, in seconds; then: 408.",
    10,
    1,
    3600,
  ),
  REPLY_MEMORY_BYTES: integer(
    "Memory for responses above 64 KB that clients have not read; above it, those of the address with the most of it " +
      "are disconnected, the oldest first.",
    64 * MiB,
    1024,
    2 ** 40,
  ),
  MAX_CONNECTIONS: integer(
    "Maximum open connections of clients. While fewer than a sixteenth is free, clients that have more than an equal " +
      "share lose their slowest ones; further ones are closed at once. See TRUST_PROXY.",
    4096,
    1,
    1_000_000,
  ),
  FLAG_STREAMS_MAX: integer(
    "Maximum open event streams, which tell OpenFeature's providers of changed flags; above it: 429.",
    1000,
    0,
    1_000_000,
  ),
  FLAG_STREAMS_PER_ORGANIZATION: integer(
    "Maximum open event streams of all projects of an organization; above it: 429.",
    500,
    0,
    1_000_000,
  ),
  FLAG_STREAMS_PER_PROJECT: integer("Maximum open event streams of one project; above it: 429.", 500, 0, 1_000_000),
  JOURNAL_MAX_BYTES: integer(
    "Maximum size of accepted events that wait for the store; above it: 503.",
    1024 * MiB,
    MiB,
    2 ** 50,
  ),
  DEAD_LETTERS_MAX_BYTES: integer(
    "Maximum size of dead letters; above it the oldest are dropped.",
    256 * MiB,
    MiB,
    2 ** 50,
  ),
  EVENT_RETENTION_SECONDS: integer(
    "How long an event is kept after its timestamp, in seconds, unless its project has another retention. 0: forever.",
    0,
    0,
    MAX_RETENTION_SECONDS,
  ),
  PROJECT_SHARE_PERCENT: integer(
    "Largest part of JOURNAL_MAX_BYTES and DEAD_LETTERS_MAX_BYTES for one project while others are active, in percent.",
    50,
    1,
    100,
  ),
  DURABILITY: oneOf(
    "Where events are when they are answered 200. node: on this node's disk. store: also in the store (MongoDB: on " +
      "a majority), for nodes that may lose their disk; then events are refused while the store is down.",
    ["node", "store"],
    "node",
  ),
};
