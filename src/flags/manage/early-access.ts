import { randomUUID } from "node:crypto";
import type { Schemas } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Records } from "../../store/ports/records.ts";
import { EARLY_ACCESS, type EarlyAccessRecord, type SavedRecord } from "../../store/records/saved-kinds.ts";
import { scanAll } from "../../store/records/scan-all.ts";
import type { SavedContext } from "../../tenants/activity-log.ts";
import { boundedText, newestOf, type SavedPorts, savedResource } from "../../tenants/saved-record.ts";
import { parseStoredFlag } from "../define/flag-definition.ts";
import { createFlag, type FlagChangePorts, updateFlag } from "./edit-flags.ts";

type Flag = Schemas["SurveyFlag"];
type Request = Schemas["EarlyAccessFeatureRequest"];
type Fields = Partial<Omit<Request, "feature_flag_id">> & { readonly feature_flag_id?: number | Flag | undefined };

const MAX_PAYLOAD_BYTES = 16 * 1024;

export function earlyAccessContent(feature: Omit<EarlyAccessRecord, keyof SavedRecord>) {
  const { name, description, stage, documentationUrl: documentation_url, payload, flag: feature_flag } = feature;
  return { name, description, stage, documentation_url, payload: JSON.parse(payload), feature_flag };
}

const features = savedResource({
  kind: EARLY_ACCESS,
  keyOf: (projectId, id) => ({ projectId, id }),
  item: (one) => ({ scope: "EarlyAccessFeature", id: one.id, name: one.name, content: earlyAccessContent(one) }),
  limit: { max: 100, of: "early access features" },
  listed: newestOf,
  read: ({ documentation_url: documentationUrl, payload, feature_flag_id: flag, ...fields }: Fields) => {
    const text = payload && boundedText("payload", payload, MAX_PAYLOAD_BYTES);
    return (found) => {
      const own = { ...fields, documentationUrl, payload: text };
      if (typeof flag === "object") return { ...own, flag };
      const detail = "The flag of a feature cannot be changed: create another feature.";
      if (![undefined, found.flag?.id].includes(flag))
        throw problem("invalid_input", { attr: "feature_flag_id", detail });
      return own;
    };
  },
  make: (saved, { name = "", description = "", stage = "draft", documentationUrl = "", payload = "{}", flag }) => {
    if (flag === undefined) throw new Error("a feature has a flag");
    return { ...saved, id: randomUUID(), name, description, stage, documentationUrl, payload, flag };
  },
});

/** Early access features, whose flags are on for persons who joined. */
export function earlyAccessOf(ports: FlagChangePorts) {
  return {
    ...features,
    create: async (context: SavedContext, fields: Partial<Request>, saved: SavedPorts) =>
      features.create(context, { ...fields, feature_flag_id: await flagFor(context, fields, ports) }, saved),
    destroy: async (context: SavedContext, id: string, records: Records) => {
      const found = await records.find(EARLY_ACCESS, { projectId: context.projectId, id });
      await features.destroy(context, id, records);
      if (found) await setEnrollment(context, found.flag.id, false, ports);
    },
  };
}

/** Returns the feature's flag, which it creates if none is named. */
async function flagFor(context: SavedContext, fields: Partial<Request>, ports: FlagChangePorts): Promise<Flag> {
  const { name = "", feature_flag_id: number } = fields;
  if (number !== undefined) return setEnrollment(context, number, true, ports);
  const key =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "early-access";
  const filters = { groups: [{ properties: [], rollout_percentage: 0 }], feature_enrollment: true };
  const flag = await createFlag(context, { key, name, active: true, filters }, ports);
  return { id: flag.number, key };
}

/** Sets whether joining decides a flag. Throws `invalid_input` if the flag is gone, unless joining ends with it. */
async function setEnrollment(
  context: SavedContext,
  number: number,
  isOn: boolean,
  ports: FlagChangePorts,
): Promise<Flag> {
  const flag = await ports.flags.find(context.projectId, number);
  if (flag === null || flag.deleted) {
    if (!isOn) return { id: number, key: "" };
    throw problem("invalid_input", { attr: "feature_flag_id", detail: `There is no flag ${number}.` });
  }
  const { super_groups: _, feature_enrollment: __, ...filters } = parseStoredFlag(flag.definition).filters;
  await updateFlag(context, number, { filters: { ...filters, ...(isOn && { feature_enrollment: true }) } }, ports);
  return { id: number, key: flag.key };
}

/** Returns the features of the wanted stages as client libraries read them. */
export async function publicFeatures(
  projectId: ProjectId,
  stages: readonly string[],
  records: Records,
): Promise<Schemas["EarlyAccessFeatures"]["earlyAccessFeatures"]> {
  const all = await scanAll(records, EARLY_ACCESS, newestOf(projectId));
  return all
    .filter(({ stage }) => stages.includes(stage))
    .map(({ id, name, description, stage, documentationUrl, payload, flag }) => ({
      ...{ id, name, description, stage, documentationUrl, payload: JSON.parse(payload), flagKey: flag.key },
    }));
}
