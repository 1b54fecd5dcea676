import type { Schemas } from "../../../generated/openapi.ts";
import { requireFound } from "../../lib/problem.ts";
import { isoTime, wireFields } from "../../lib/wire-fields.ts";
import { describeErasure, type ErasureView, requestErasure } from "../../privacy/request-erasure.ts";
import { planGroups } from "../../questions/kinds/groups.ts";
import type { Group } from "../../store/ports/persons.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";
import { questionOptions } from "./ask-question.ts";
import { paginate } from "./pagination.ts";

type GroupRow = readonly [count: number, key: string | null, createdAt: number, properties: string | null];

export function groupOperations({ store, answers }: ServicePorts): HandlersOf<"groups"> {
  const { groups, records } = store;
  return {
    groups_list: async ({ project, query, url }) => {
      const { group_type_index, search } = query;
      const plan = planGroups({ ...query, typeIndex: group_type_index, search: search ?? "" });
      const options = await questionOptions(project.id, undefined, records);
      const { results } = await answers.answer(project.id, () => plan, options);
      const rows = results as unknown as GroupRow[];
      const [[count] = [0]] = rows;
      const items = rows.flatMap(([, key, createdAt, properties]) => {
        return key === null ? [] : { key, createdAt, properties: properties === null ? null : JSON.parse(properties) };
      });
      const toWire = (group: (typeof items)[number]) => groupToWire(group_type_index, group);
      return paginate({ count, items }, { query, url }, toWire);
    },
    groups_find_retrieve: async ({ project, query }) => {
      const type = (await groups.types(project.id))[query.group_type_index];
      const [group] = type === undefined ? [] : await groups.find(project.id, [{ type, key: query.group_key }]);
      return groupToWire(query.group_type_index, requireFound(group));
    },
    groups_types_list: async ({ project }) => {
      const types = await groups.types(project.id);
      return types.map((group_type, group_type_index) => {
        return { group_type, group_type_index, name_singular: null, name_plural: null };
      });
    },
  };
}

type ShownGroup = Pick<Group, "key" | "createdAt"> & { readonly properties: Group["properties"] | null };

function groupToWire(group_type_index: number, group: ShownGroup): Schemas["Group"] {
  const { key: group_key, properties: group_properties, createdAt } = group;
  return { group_type_index, group_key, group_properties, created_at: isoTime(createdAt) };
}

export function erasureOperations({ store, now }: ServicePorts): HandlersOf<"persons_destroy" | "erasures"> {
  const { erasures } = store;
  return {
    persons_destroy: async ({ project: { id: projectId }, params }) => {
      const erasure = await requestErasure(projectId, params.id, { ...store, now });
      return erasureToWire(await describeErasure(erasure, erasures));
    },
    erasures_list: async ({ project, query, url }) => {
      const { count, items } = await erasures.list(project.id, query);
      const views = await Promise.all(items.map((erasure) => describeErasure(erasure, erasures)));
      return paginate({ count, items: views }, { query, url }, erasureToWire);
    },
    erasures_retrieve: async ({ project: { id: projectId }, params }) => {
      const erasure = requireFound(await erasures.find({ projectId, id: params.id }));
      return erasureToWire(await describeErasure(erasure, erasures));
    },
  };
}

function erasureToWire(erasure: ErasureView): Schemas["Erasure"] {
  return {
    id: erasure.id,
    state: erasure.completedAt === null ? "pending" : "completed",
    ...wireFields(erasure, "requestedAt", "completedAt"),
    waiting_for: erasure.waitingFor.map(({ id, name, seenAt }) => ({ id, name, last_seen_at: isoTime(seenAt) })),
  };
}
