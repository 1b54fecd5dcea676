"""Prints what delta-rs, Polars, DuckDB and ClickHouse find in tables of Delta Lake, as one line of JSON each."""

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
PER_EVENT = f"""SELECT event, count(*) AS events, count(DISTINCT distinct_ids.person_id) AS users,
        sum(CASE WHEN persons.properties LIKE '%"pro"%' THEN 1 ELSE 0 END) AS paid
    FROM events
    JOIN distinct_ids ON distinct_ids.distinct_id = events.distinct_id
    JOIN persons ON persons.id = distinct_ids.person_id
    WHERE events.timestamp >= {{}} GROUP BY event ORDER BY event"""

folders = {name: f"{FOLDER}/{name}" for name in ("events", "distinct_ids", "persons")}
tables = {name: deltalake.DeltaTable(folder) for name, folder in folders.items()}


def delta_rs():
    builder = deltalake.QueryBuilder()
    for name, table in tables.items():
        builder.register(name, table)
    found = builder.execute(PER_EVENT.format(f"'{SINCE}'::timestamp")).read_all()
    return list(zip(*(found[name].to_pylist() for name in ("event", "events", "users", "paid"))))


def with_polars():
    events, distinct_ids, persons = map(polars.scan_delta, folders.values())
    known = events.filter(polars.col("timestamp") >= NOON).join(distinct_ids, on="distinct_id")
    joined = known.join(persons, left_on="person_id", right_on="id")
    users = polars.col("person_id").n_unique().alias("users")
    paid = polars.col("properties_right").str.contains('"pro"', literal=True).sum().alias("paid")
    return joined.group_by("event").agg(polars.len().alias("events"), users, paid).sort("event").collect().rows()


def with_duckdb():
    for name, table in tables.items():
        duckdb.register(name, duckdb.read_parquet(table.file_uris()))
    return duckdb.sql(PER_EVENT.format(f"TIMESTAMPTZ '{SINCE}'")).fetchall()


def clickhouse():
    os.chdir(FOLDER)  # it reads below the current folder only
    sources = ", ".join(f"{name} AS (SELECT * FROM deltaLakeLocal('{folder}'))" for name, folder in folders.items())
    query = f"WITH {sources} {PER_EVENT}".format("parseDateTime64BestEffort('" + SINCE + "')")
    answer = chdb.query(query, "JSONCompactEachRow")
    return [[event, *map(int, counts)] for event, *counts in map(json.loads, str(answer).splitlines())]


for read in (delta_rs, with_polars, with_duckdb, clickhouse):
    rows = [[event, *map(int, counts)] for event, *counts in read()]
    print(json.dumps({"reader": read.__name__, "rows": rows}))
