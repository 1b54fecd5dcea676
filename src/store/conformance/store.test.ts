import assert from "node:assert/strict";
import { test } from "node:test";
import { noMongoServer } from "../../test-support/test-mongo.ts";
import { describeCheckpoints } from "./checkpoints.ts";
import { describeClosedEngine } from "./closed-engine.ts";
import { runSuites } from "./engine-suites.ts";
import { describeErasures } from "./erasures.ts";
import { describeEventDeletion } from "./event-deletion.ts";
import { describeEventReading } from "./event-reading.ts";
import { describeEvents } from "./events.ts";
import { describeFlags } from "./flags.ts";
import { describeGroups } from "./groups.ts";
import { describeInvites } from "./invites.ts";
import { describeKeys } from "./keys.ts";
import { describePeopleReading } from "./people-reading.ts";
import { describePersonBatches } from "./person-batches.ts";
import { describePersonLists } from "./person-lists.ts";
import { describePersons } from "./persons.ts";
import { describeProjectRemovals } from "./project-removals.ts";
import { describePropertyLimits } from "./property-limits.ts";
import { describeRaces } from "./races.ts";
import { describeRecordLists } from "./record-lists.ts";
import { describeSnapshotChunks } from "./recording-chunks.ts";
import { describeRecordingErasure } from "./recording-erasure.ts";
import { describeRecordingFiles } from "./recording-files.ts";
import { describeRecordingLists } from "./recording-lists.ts";
import { describeRecordingMetadata } from "./recording-metadata.ts";
import { describeRecordingPieces } from "./recording-pieces.ts";
import { describeRecordings } from "./recordings.ts";
import { describeRecords } from "./records.ts";
import { describeSessionProperties } from "./session-properties.ts";
import { describeStoredEvents } from "./stored-events.ts";
import { describeTenants } from "./tenants.ts";
import { OBSERVED_MONGO, STORE_ENGINES } from "./tested-engines.ts";

const PORTS = [
  describeTenants,
  describeKeys,
  describeInvites,
  describeEvents,
  describeEventReading,
  describeStoredEvents,
  describeEventDeletion,
  describePersons,
  describePersonBatches,
  describePersonLists,
  describePeopleReading,
  describeGroups,
  describePropertyLimits,
  describeFlags,
  describeRecordings,
  describeRecordingLists,
  describeRecordingMetadata,
  describeRecordingPieces,
  describeRecordingFiles,
  describeSnapshotChunks,
  describeRecordingErasure,
  describeSessionProperties,
  describeCheckpoints,
  describeErasures,
  describeProjectRemovals,
  describeRecords,
  describeRecordLists,
  describeRaces,
  describeClosedEngine,
];

runSuites(STORE_ENGINES, PORTS);

// Last, because it judges the commands of all suites. MongoDB refuses such a write on a sharded cluster (error 61).
test("MongoDB: a write of one document names the document's shard key", { skip: noMongoServer }, () => {
  assert.deepEqual([...OBSERVED_MONGO.faults], []);
  const needed = ["piece_parts", "recording_activity", "recording_files", "recordings", "persons", "snapshot_chunks"];
  assert.deepEqual(
    needed.filter((name) => !OBSERVED_MONGO.written.has(name)),
    [],
  );
});
