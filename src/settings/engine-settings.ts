import { DAY_SECONDS, integer, mongoUrl, oneOf, optionalBool, sqlName, text, url } from "./setting-readers.ts";

export const ENGINE_SETTINGS = {
  MONGODB_URL: mongoUrl().says(
    "MongoDB for everything except recording files, such as " +
      "mongodb://user:password@mongo-1,mongo-2/?replicaSet=rs; empty: SQLite in DATA_DIR.",
  ),
  MONGODB_DATABASE: text("sightline").says("Name of the database in MongoDB."),
  MONGODB_POOL_SIZE: integer(20, 1, 1000).says(
    "Maximum connections to each MongoDB server, for requests and for the drain each.",
  ),
  MONGODB_TIMEOUT_MS: integer(10_000, 100, 600_000).says("Timeout of MongoDB in milliseconds."),
  S3_BUCKET: text().says("Bucket for recording files, created if absent; empty: a folder in DATA_DIR."),
  S3_ENDPOINT: url(["http:", "https:"]).says("Address of the S3 server; empty: Amazon's."),
  S3_REGION: text("us-east-1").says("Region of the bucket."),
  S3_PREFIX: text().says("Prefix of all object names, such as sightline/."),
  S3_FORCE_PATH_STYLE: optionalBool().says(
    "Whether the bucket is in the path instead of the host name; empty: only if S3_ENDPOINT is set.",
  ),
  S3_CHECKSUMS: oneOf(["when_supported", "when_required"], "when_supported").says(
    "Checksums of requests; when_required is for older servers, which refuse newer kinds.",
  ),
  S3_TIMEOUT_MS: integer(30_000, 100, 600_000).says(
    "Timeout of S3 in milliseconds, until a response begins and between its parts.",
  ),
  S3_RETRIES: integer(2, 0, 20).says("How often a failed request to S3 is retried."),
  CLICKHOUSE_URL: url(["http:", "https:"]).says(
    "ClickHouse with recordings of an older ingestion, such as " +
      "http://user:password@clickhouse:8123/database; empty: none.",
  ),
  CLICKHOUSE_TABLE: sqlName("session_recording_events").says(
    "Table of these recordings; see docs/legacy-recordings.md.",
  ),
  CLICKHOUSE_TIMEOUT_MS: integer(30_000, 100, 600_000).says("Timeout of ClickHouse in milliseconds."),
  ENGINE_WAIT_SECONDS: integer(60, 1, DAY_SECONDS).says(
    "How long a start waits for MongoDB, S3 and ClickHouse, in seconds.",
  ),
};
