import { Readable } from "node:stream";
import { problem } from "../../lib/problem.ts";
import { findPerson } from "../../persons/read-persons.ts";
import { authorizeProject } from "../../tenants/authorize.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";

/** Exports a person of a project that the caller belongs to, as an archive that is made while it is sent. */
export function personExport(ports: ServicePorts): OperationHandlers<"persons_export"> {
  const { store, fileStore, legacy, memory, capture, now } = ports;
  return {
    persons_export: async ({ caller, params }) => {
      const project = await authorizeProject(caller, params.project_id, store.tenants);
      const person = await findPerson(project.id, params.id, store.persons);
      if (person === null) throw problem("not_found");
      // Loaded for the first export, which most services never make.
      const { exportPerson } = await import("../../privacy/export-person.ts");
      const { zipArchive } = await import("../../privacy/zip-archive.ts");
      const recordings = { ...store.recordings, files: fileStore.files, legacy, memory };
      const exportPorts = { ...store, recordings, deadLetters: capture.deadLetters.exported(project.id), now };
      const entries = exportPerson(person, exportPorts, () => undefined);
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
