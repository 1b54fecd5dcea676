import { Readable } from "node:stream";
import type { Schemas } from "../../../generated/openapi.ts";
import { problem, requireFound } from "../../lib/problem.ts";
import { VERSION } from "../../lib/version.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import { findPerson, listPersons, retrievePerson } from "../../persons/read-persons.ts";
import { planHeatmap } from "../../questions/kinds/heatmap.ts";
import { withTestFilters } from "../../questions/kinds/test-accounts.ts";
import { withDefinitions } from "../../questions/references.ts";
import { searchPersons } from "../../questions/search-persons.ts";
import { authorizeProject, requireAdmin, requireWriteAccess } from "../../tenants/authorize.ts";
import type { HandlersOf, OperationHandlers, OperationId } from "../contract/operation-types.ts";
import { measure } from "../node-gauges.ts";
import type { ServicePorts } from "../service-ports.ts";
import { activityOperations } from "./activity-operations.ts";
import { askQuestion, questionOptions } from "./ask-question.ts";
import { clientOperations } from "./client-operations.ts";
import { describeNodes, personToWire } from "./common-wire.ts";
import { decideOperations, ofrepOperations } from "./decide-operations.ts";
import {
  deadLetterOperations,
  definitionOperations,
  eventListOperations,
  eventOperations,
} from "./event-operations.ts";
import { featureFlagOperations, flagDefinitionOperations, flagPreviewOperations } from "./feature-flag-operations.ts";
import { erasureOperations, groupOperations } from "./group-operations.ts";
import { inviteOperations } from "./invite-operations.ts";
import { issueOperations } from "./issue-operations.ts";
import { paginate } from "./pagination.ts";
import { projectOperations } from "./project-operations.ts";
import { providerOperations } from "./provider-operations.ts";
import { recordingOperations } from "./recording-operations.ts";
import { insightOperations, savedOperations } from "./saved-operations.ts";
import { shareOperations } from "./share-operations.ts";
import { passkeyOperations, signInOperations } from "./sign-in-operations.ts";
import { userOperations } from "./user-operations.ts";

function personOperations(ports: ServicePorts): Omit<HandlersOf<"persons">, "persons_destroy"> {
  const { store, fileStore, legacy, memory, capture, answers, now } = ports;
  const { persons, records } = store;
  return {
    /** Makes the archive while it is sent. */
    persons_export: async ({ project, params }) => {
      const person = requireFound(await findPerson(project.id, params.id, persons));
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
    persons_list: async ({ project, query, url }) => {
      const { distinct_id, search, properties } = query;
      const wanted = { ...query, distinctId: distinct_id };
      const isPlain = search === undefined && properties === undefined;
      const options = isPlain ? null : await questionOptions(project.id, undefined, records);
      const listed = await (options
        ? searchPersons(project.id, wanted, options, answers, store)
        : listPersons(project.id, wanted, query, persons));
      return paginate(listed, { query, url }, (person) => personToWire(person));
    },
    persons_retrieve: async ({ project, params }) => personToWire(await retrievePerson(project.id, params.id, persons)),
  };
}

function serviceOperations(ports: ServicePorts): HandlersOf<"health" | "ready" | "metrics" | "project_health"> {
  const { store, readiness, capture, metrics } = ports;
  return {
    health: async () => ({ status: "ok", version: VERSION }),
    ready: async () => {
      const engines = await readiness.checkEngines();
      const journal = wireFields(capture.depth(), "entries", "bytes", "oldestSeconds", "deadLetters");
      const body = { engines, stopping: readiness.isStopping, journal };
      return readiness.isReady(engines)
        ? { status: 200, body: { status: "ready", ...body } }
        : { status: 503, body: { status: "unavailable", ...body } };
    },
    metrics: async () => ({ status: 200, type: "text/plain", stream: await metrics.read() }),
    project_health_retrieve: async ({ project: { id: projectId, organizationId }, caller }) => {
      await requireAdmin(caller, organizationId, store.tenants, WHO_SEES);
      const [engines, { node, others }, disk, storeBytes, deadLetters] = await Promise.all([
        readiness.checkEngines(),
        describeNodes(capture.node, store.erasures),
        measure(() => capture.measureDisk()),
        measure(() => store.size()),
        measure(() => capture.deadLetters.count({ projectId })),
      ]);
      const { journalBytes, deadLetterBytes } = capture.limits;
      const history = metrics.history();
      return {
        ...{ version: VERSION, node, other_nodes: others, running_since: isoTime(capture.startedAt) },
        ...{ stopping: readiness.isStopping, engines },
        journal: { ...wireFields(capture.depth(), "entries", "bytes", "oldestSeconds"), max_bytes: journalBytes },
        disk_free_bytes: disk?.freeBytes ?? null,
        store_bytes: storeBytes,
        history: history && wireFields(history, "files", "bytes", "lagSeconds"),
        dropped: [...capture.dropped(projectId)].map(([reason, count]) => ({ reason, count })),
        dead_letters: { count: deadLetters, max_bytes: deadLetterBytes },
      };
    },
  };
}

export function operationHandlers(ports: ServicePorts): OperationHandlers<OperationId> {
  const { findings, store } = ports;
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
    ...groupOperations(ports),
    ...eventListOperations(ports),
    ...deadLetterOperations(ports),
    ...projectOperations(ports),
    query_create: async ({ project, caller, body }) => {
      const asking = { projectId: project.id, refresh: body.refresh, userId: caller.userId };
      return askQuestion(body.query, asking, ports);
    },
    findings_list: async ({ project: { id } }) => findings(id, await questionOptions(id, undefined, store.records)),
    heatmaps_list: async ({ project: { id }, query }) => {
      const options = await questionOptions(id, undefined, store.records);
      const asked = await withDefinitions(withTestFilters(query, options.testAccountFilters), id, store.records);
      const { results } = await ports.answers.answer(id, (context) => planHeatmap(asked, context), options);
      return { results: results as unknown as Schemas["Heatmap"]["results"] };
    },
    ...definitionOperations(ports),
    ...insightOperations(ports),
    ...savedOperations(ports),
    ...issueOperations(ports),
    ...shareOperations(ports),
    ...activityOperations(ports),
    ...inviteOperations(ports),
    ...userOperations(ports),
    ...signInOperations(ports),
    ...providerOperations(ports),
    ...passkeyOperations(ports),
    ...erasureOperations(ports),
    ...mcpOperations(ports),
  };
}

function mcpOperations({ store }: ServicePorts): HandlersOf<"mcp"> {
  return {
    mcp_call: async ({ caller, query, body, header, baseUrl, answerOther }) => {
      const { write, project } = query;
      const origin = header("Origin");
      if (origin !== "" && origin !== new URL(baseUrl()).origin) {
        throw problem("permission_denied", { detail: "Pages of other origins cannot call tools." });
      }
      // Loaded for the first agent.
      const { answerMessage, requireKnownVersion } = await import("./mcp-answer.ts");
      requireKnownVersion(header("MCP-Protocol-Version"));
      if (project !== undefined) await authorizeProject(caller, project, store.tenants);
      if (write) requireWriteAccess(caller);
      const message = await answerMessage(body, { writes: write, projectId: project, answerOther });
      return message === null ? { status: 202 } : { status: 200, body: message };
    },
  };
}

const WHO_SEES = "Only owners and admins see the health of the service.";
