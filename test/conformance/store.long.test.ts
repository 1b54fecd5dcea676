import { describeClosedEngine } from "./closed-engine.ts";
import { runSuites } from "./engine-suites.ts";
import { describeErasures } from "./erasures.ts";
import { describeEventDeletion } from "./event-deletion.ts";
import { describeEventLeaving } from "./event-leaving.ts";
import { describeEventReading } from "./event-reading.ts";
import { describeEvents } from "./events.ts";
import { describeFlags } from "./flags.ts";
import { describeInvites } from "./invites.ts";
import { describeKeys } from "./keys.ts";
import { describeCheckpoints } from "./people/checkpoints.ts";
import { describeGroups } from "./people/groups.ts";
import { describeManyProjects } from "./people/many-projects.ts";
import { describePeopleReading } from "./people/people-reading.ts";
import { describePersonBatches } from "./people/person-batches.ts";
import { describePersonLists } from "./people/person-lists.ts";
import { describePersons } from "./people/persons.ts";
import { describePropertyLimits } from "./people/property-limits.ts";
import { describeProjectRemovals } from "./project-removals.ts";
import { describeRaces } from "./races.ts";
import { describeRecordLists } from "./record-lists.ts";
import { describeSnapshotChunks } from "./recordings/recording-chunks.ts";
import { describeRecordingErasure } from "./recordings/recording-erasure.ts";
import { describeRecordingFiles } from "./recordings/recording-files.ts";
import { describeRecordingLists } from "./recordings/recording-lists.ts";
import { describeRecordingMetadata } from "./recordings/recording-metadata.ts";
import { describeRecordingPieces } from "./recordings/recording-pieces.ts";
import { describeRecordings } from "./recordings/recordings.ts";
import { describeSessionProperties } from "./recordings/session-properties.ts";
import { describeRecords } from "./records.ts";
import { describeStoredEvents } from "./stored-events.ts";
import { describeTenants } from "./tenants.ts";
import { STORE_ENGINES } from "./tested-engines.ts";

const PORTS = [
  describeTenants,
  describeKeys,
  describeInvites,
  describeEvents,
  describeEventReading,
  describeStoredEvents,
  describeEventDeletion,
  describeEventLeaving,
  describePersons,
  describePersonBatches,
  describePersonLists,
  describePeopleReading,
  describeGroups,
  describeManyProjects,
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
