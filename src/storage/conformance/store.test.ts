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
import { describePersonBatches } from "./person-batches.ts";
import { describePersonLists } from "./person-lists.ts";
import { describePersons } from "./persons.ts";
import { describeProjectRemovals } from "./project-removals.ts";
import { describePropertyLimits } from "./property-limits.ts";
import { describeRaces } from "./races.ts";
import { describeSnapshotChunks } from "./recording-chunks.ts";
import { describeRecordingErasure } from "./recording-erasure.ts";
import { describeRecordingFiles } from "./recording-files.ts";
import { describeRecordingLists } from "./recording-lists.ts";
import { describeRecordingMetadata } from "./recording-metadata.ts";
import { describeRecordingPieces } from "./recording-pieces.ts";
import { describeRecordings } from "./recordings.ts";
import { describeSessionProperties } from "./session-properties.ts";
import { describeTenants } from "./tenants.ts";
import { STORE_ENGINES } from "./tested-engines.ts";

const PORTS = [
  describeTenants,
  describeKeys,
  describeInvites,
  describeEvents,
  describeEventReading,
  describeEventDeletion,
  describePersons,
  describePersonBatches,
  describePersonLists,
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
  describeRaces,
  describeClosedEngine,
];

runSuites(STORE_ENGINES, PORTS);
