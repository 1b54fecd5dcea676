import { listPersons, retrievePerson } from "../../persons/read-persons.ts";
import { authorizeProject } from "../../tenants/authorize.ts";
import type { OperationHandlers } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { paginate } from "./pagination.ts";
import { personToWire } from "./person-wire.ts";

/** Lists and retrieves persons of a project that the caller belongs to. */
export function personOperations({ store }: ServicePorts): OperationHandlers<"persons_list" | "persons_retrieve"> {
  const { tenants, persons } = store;
  return {
    persons_list: async ({ caller, params, query, url }) => {
      const project = await authorizeProject(caller, params.project_id, tenants);
      const { distinct_id, email } = query;
      const listed = await listPersons(project.id, { distinctId: distinct_id, email }, query, persons);
      return {
        status: 200,
        body: paginate(listed, query, url, (person) => personToWire(person), { distinct_id, email }),
      };
    },
    persons_retrieve: async ({ caller, params }) => {
      const project = await authorizeProject(caller, params.project_id, tenants);
      return { status: 200, body: personToWire(await retrievePerson(project.id, params.id, persons)) };
    },
  };
}
