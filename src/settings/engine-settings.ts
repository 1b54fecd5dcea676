import { integer, mongoUrl, oneOf, optionalBool, sqlName, text, url } from "./setting-readers.ts";
import { DAY_SECONDS } from "./units.ts";

export const ENGINE_SETTINGS = {
  MONGODB_URL: mongoUrl(
    "MongoDB for everything except recording files, such as " +
      "mongodb://user:password@mongo-1,mongo-2/?replicaSet=rs; empty: SQLite in DATA_DIR.",
  ),
  MONGODB_DATABASE: text("Name of the database in MongoDB.", "sightline"),
  MONGODB_POOL_SIZE: integer(
    "Maximum connections to each MongoDB server, for requests and for the drain each.",
    20,
    1,
    1000,
  ),
  MONGODB_TIMEOUT_MS: integer("Timeout of MongoDB in milliseconds.", 10_000, 100, 600_000),
  S3_BUCKET: text("Bucket for recording files, created if absent; empty: a folder in DATA_DIR."),
  S3_ENDPOINT: url("Address of the S3 server; empty: Amazon's.", ["http:", "https:"]),
  S3_REGION: text("Region of the bucket.", "us-east-1"),
  S3_PREFIX: text("Prefix of all object names, such as sightline/."),
  S3_FORCE_PATH_STYLE: optionalBool(
    "Whether the bucket is in the path instead of the host name; empty: only if S3_ENDPOINT is set.",
  ),
  S3_CHECKSUMS: oneOf(
    "Checksums of requests; when_required is for older servers, which refuse newer kinds.",
    ["when_supported", "when_required"],
    "when_supported",
  ),
  S3_TIMEOUT_MS: integer(
    "Timeout of S3 in milliseconds, until a response begins and between its parts.",
    30_000,
    100,
    600_000,
  ),
  S3_RETRIES: integer("How often a failed request to S3 is retried.", 2, 0, 20),
  CLICKHOUSE_URL: url(
    "ClickHouse with recordings of an older ingestion, such as " +
      "http://user:password@clickhouse:8123/database; empty: none.",
    ["http:", "https:"],
  ),
  CLICKHOUSE_TABLE: sqlName("Table of these recordings; see docs/legacy-recordings.md.", "session_recording_events"),
  CLICKHOUSE_TIMEOUT_MS: integer("Timeout of ClickHouse in milliseconds.", 30_000, 100, 600_000),
  ENGINE_WAIT_SECONDS: integer(
    "How long a start waits for MongoDB, S3 and ClickHouse, in seconds.",
    60,
    1,
    DAY_SECONDS,
  ),
};
