"""Prints what delta-rs, Polars, DuckDB and ClickHouse find in a table of Delta Lake, as one line of JSON each."""

import json
import os
import sys
from datetime import datetime

import chdb
import deltalake
import duckdb
import polars

FOLDER = sys.argv[1]
SINCE = "2026-01-02T12:00:00Z"
NOON = datetime.fromisoformat(SINCE.replace("Z", "+00:00"))
PER_EVENT = f"""SELECT event, count(*) AS events, count(DISTINCT distinct_id) AS users FROM events
    WHERE timestamp >= {{}} GROUP BY event ORDER BY event"""

table = deltalake.DeltaTable(FOLDER)


def delta_rs():
    events = deltalake.QueryBuilder().register("events", table)
    found = events.execute(PER_EVENT.format(f"'{SINCE}'::timestamp")).read_all()
    return list(zip(*(found[name].to_pylist() for name in ("event", "events", "users"))))


def with_polars():
    events = polars.scan_delta(FOLDER).filter(polars.col("timestamp") >= NOON)
    users = polars.col("distinct_id").n_unique().alias("users")
    return events.group_by("event").agg(polars.len().alias("events"), users).sort("event").collect().rows()


def with_duckdb():
    events = duckdb.read_parquet(table.file_uris())  # noqa: F841: the query names it
    return duckdb.sql(PER_EVENT.format(f"TIMESTAMPTZ '{SINCE}'")).fetchall()


def clickhouse():
    os.chdir(FOLDER)  # it reads below the current folder only
    query = PER_EVENT.replace("FROM events", f"FROM deltaLakeLocal('{FOLDER}')")
    answer = chdb.query(query.format("parseDateTime64BestEffort('" + SINCE + "')"), "JSONCompactEachRow")
    return [[event, int(events), int(users)] for event, events, users in map(json.loads, str(answer).splitlines())]


for read in (delta_rs, with_polars, with_duckdb, clickhouse):
    print(json.dumps({"reader": read.__name__, "rows": [list(row) for row in read()]}))
