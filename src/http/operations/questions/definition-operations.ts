import type { DefinitionKind } from "../../../questions/kinds/definitions.ts";
import { listDefinitions } from "../../../questions/list-definitions.ts";
import { authorizeProject } from "../../../tenants/authorize.ts";
import type { OperationHandlers, OperationRequest } from "../../contract/operation-types.ts";
import type { ServicePorts } from "../../service-ports.ts";
import { isoTime } from "../common-wire.ts";
import { paginate } from "../pagination.ts";
import { questionOptions } from "./question-options.ts";

const KINDS = {
  event: () => "properties",
  person: () => "person_properties",
  group: (index: number) => `group_properties ${index}`,
} as const satisfies Record<string, (index: number) => DefinitionKind>;

type DefinitionOperationId = "event_definitions_list" | "property_definitions_list";

export function definitionOperations({ store, answers }: ServicePorts): OperationHandlers<DefinitionOperationId> {
  const list = async ({ caller, params, query }: OperationRequest<DefinitionOperationId>, kind: DefinitionKind) => {
    const project = await authorizeProject(caller, params.project_id, store.tenants);
    const options = await questionOptions(project.id, undefined, store.records);
    return listDefinitions(project.id, kind, query, options, answers);
  };
  return {
    event_definitions_list: async (request) => {
      const { query, url } = request;
      const listed = await list(request, "events");
      const toWire = ({ name, firstSeen, lastSeen, volume }: (typeof listed.items)[number]) => ({
        name,
        first_seen_at: isoTime(firstSeen),
        last_seen_at: isoTime(lastSeen),
        volume_30_day: volume,
      });
      return { status: 200, body: paginate(listed, query, url, toWire) };
    },
    property_definitions_list: async (request) => {
      const { query, url } = request;
      const { type, group_type_index } = query;
      const listed = await list(request, KINDS[type](group_type_index ?? 0));
      const toWire = ({ name, firstSeen, lastSeen, volume, type: property_type }: (typeof listed.items)[number]) => ({
        name,
        property_type,
        first_seen_at: isoTime(firstSeen),
        last_seen_at: isoTime(lastSeen),
        volume_30_day: volume,
      });
      return { status: 200, body: paginate(listed, query, url, toWire) };
    },
  };
}
