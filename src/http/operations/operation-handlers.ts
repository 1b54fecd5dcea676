import { Readable } from "node:stream";
import type { CaptureDepth } from "../../ingest/capture.ts";
import { problem } from "../../lib/problem.ts";
import { VERSION } from "../../lib/version.ts";
import { findPerson, listPersons, retrievePerson } from "../../persons/read-persons.ts";
import { searchPersons } from "../../questions/search-persons.ts";
import type { OperationHandlers, OperationId } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { activityOperations } from "./activity-operations.ts";
import { clientOperations } from "./client-operations.ts";
import { personToWire } from "./common-wire.ts";
import { deadLetterOperations, eventOperations } from "./event-operations.ts";
import { eventSchemaOperations } from "./event-schema-operations.ts";
import { decideOperations } from "./flags/decide-operations.ts";
import { featureFlagOperations } from "./flags/feature-flag-operations.ts";
import { flagDefinitionOperations } from "./flags/flag-definition-operations.ts";
import { flagPreviewOperations } from "./flags/flag-preview-operations.ts";
import { ofrepOperations } from "./flags/ofrep-operations.ts";
import { erasureOperations, groupOperations } from "./group-operations.ts";
import { healthOperations } from "./health-operations.ts";
import { inviteOperations } from "./invite-operations.ts";
import { mcpOperations } from "./mcp-operations.ts";
import { pageReply } from "./pagination.ts";
import { projectOperations } from "./project-operations.ts";
import { providerOperations } from "./provider-operations.ts";
import { askQuestion } from "./questions/ask-question.ts";
import { definitionOperations, eventListOperations } from "./questions/event-list-operations.ts";
import { insightOperations } from "./questions/insight-operations.ts";
import { questionOptions } from "./questions/question-options.ts";
import { savedOperations } from "./questions/saved-operations.ts";
import { recordingOperations } from "./recording-operations.ts";
import { passkeyOperations, signInOperations } from "./sign-in-operations.ts";
import { userOperations } from "./user-operations.ts";

/** Makes the archive while it is sent. */
function personExport(ports: ServicePorts): OperationHandlers<"persons_export"> {
  const { store, fileStore, legacy, memory, capture, now } = ports;
  return {
    persons_export: async ({ project, params }) => {
      const person = await findPerson(project.id, params.id, store.persons);
      if (person === null) throw problem("not_found");
      // Loaded for the first export, which most services never make.
      const { exportPerson } = await import("../../privacy/export-person.ts");
      const { zipArchive } = await import("../../privacy/zip-archive.ts");
      const recordings = { ...store.recordings, files: fileStore.files, legacy, memory };
      const exportPorts = { ...store, recordings, deadLetters: capture.deadLetters.exported(project.id), now };
      const entries = exportPerson(person, exportPorts);
      return {
        status: 200,
        type: "application/zip",
        stream: Readable.from(zipArchive(entries, now()), { objectMode: false }),
        headers: {
          "Content-Disposition": `attachment; filename="person-${person.uuid}.zip"`,
          "Cache-Control": "no-store",
        },
      };
    },
  };
}

function personOperations({ store, answers }: ServicePorts): OperationHandlers<"persons_list" | "persons_retrieve"> {
  const { persons, records } = store;
  return {
    persons_list: async ({ project, query, url }) => {
      const { distinct_id, search, properties } = query;
      const wanted = { ...query, distinctId: distinct_id };
      const listed =
        search === undefined && properties === undefined
          ? await listPersons(project.id, wanted, query, persons)
          : await searchPersons(
              project.id,
              wanted,
              await questionOptions(project.id, undefined, records),
              answers,
              store,
            );
      return pageReply(listed, { query, url }, (person) => personToWire(person));
    },
    persons_retrieve: async ({ project, params }) => {
      return { status: 200, body: personToWire(await retrievePerson(project.id, params.id, persons)) };
    },
  };
}

function serviceOperations(ports: ServicePorts): OperationHandlers<"health" | "ready" | "metrics"> {
  const { readiness, capture, metrics } = ports;
  return {
    health: async () => ({ status: 200, body: { status: "ok", version: VERSION } }),
    ready: async () => {
      const engines = await readiness.checkEngines();
      const body = { engines, stopping: readiness.isStopping, journal: journalToWire(capture.depth()) };
      return readiness.isReady(engines)
        ? { status: 200, body: { status: "ready", ...body } }
        : { status: 503, body: { status: "unavailable", ...body } };
    },
    metrics: async () => ({ status: 200, type: "text/plain", stream: await metrics.read() }),
  };
}

function journalToWire({ entries, bytes, oldestSeconds, deadLetters }: CaptureDepth) {
  return { entries, bytes, oldest_seconds: oldestSeconds, dead_letters: deadLetters };
}

function questionOperations(ports: ServicePorts): OperationHandlers<"query_create"> {
  return {
    query_create: async ({ project, caller, body }) => {
      const asking = { projectId: project.id, refresh: body.refresh, userId: caller.userId };
      return { status: 200, body: await askQuestion(body.query, asking, ports) };
    },
  };
}

export function operationHandlers(ports: ServicePorts): OperationHandlers<OperationId> {
  return {
    ...eventOperations(ports),
    ...decideOperations(ports),
    ...clientOperations(ports),
    ...serviceOperations(ports),
    ...flagDefinitionOperations(ports),
    ...featureFlagOperations(ports),
    ...flagPreviewOperations(ports),
    ...ofrepOperations(ports),
    ...recordingOperations(ports),
    ...personOperations(ports),
    ...personExport(ports),
    ...groupOperations(ports),
    ...eventListOperations(ports),
    ...deadLetterOperations(ports),
    ...healthOperations(ports),
    ...projectOperations(ports),
    ...questionOperations(ports),
    ...definitionOperations(ports),
    ...insightOperations(ports),
    ...savedOperations(ports),
    ...activityOperations(ports),
    ...eventSchemaOperations(ports),
    ...inviteOperations(ports),
    ...userOperations(ports),
    ...signInOperations(ports),
    ...providerOperations(ports),
    ...passkeyOperations(ports),
    ...erasureOperations(ports),
    ...mcpOperations(ports),
  };
}
