import type { PropertyMap } from "../../lib/json/json.ts";
import type { ValidationPath } from "./validation.ts";

/** What decides, what is kept, and what an export says about a flag without changing a decision. */
export const FIELDS = {
  flag: new Set([
    ...["key", "name", "active", "ensure_experience_continuity", "filters", "tags", "is_remote_configuration"],
    ...["bucketing_identifier", "evaluation_runtime", "evaluation_contexts"],
    ...["id", "team_id", "deleted", "version", "status", "created_at", "created_by", "created_by_id", "updated_at"],
    ...["last_modified_by", "last_called_at", "can_edit", "user_access_level", "creation_context", "is_simple_flag"],
    ...["experiment_set", "experiment_set_metadata", "surveys", "features", "performed_rollback", "usage_dashboard"],
    ...["usage_dashboard_id", "analytics_dashboards", "has_enriched_analytics", "is_used_in_replay_settings"],
    ...["_create_in_folder", "_should_create_usage_dashboard", "rollout_percentage"],
  ]),
  filters: new Set([
    ...["groups", "multivariate", "payloads", "aggregation_group_type", "aggregation_group_type_index"],
    ...["early_exit", "feature_enrollment", "super_groups", "holdout", "holdout_groups"],
  ]),
  multivariate: new Set(["variants"]),
  variant: new Set(["key", "name", "description", "rollout_percentage"]),
  holdout: new Set(["id", "exclusion_percentage"]),
  condition: new Set([
    ...["properties", "rollout_percentage", "variant", "aggregation_group_type", "aggregation_group_type_index"],
    ...["description", "sort_key", "users_affected"],
  ]),
  property: new Set([
    ...["key", "type", "operator", "value", "group_type_index"],
    ...["label", "cohort_name", "group_key_names", "dependency_chain"],
  ]),
} satisfies Record<string, ReadonlySet<string>>;

/** Adds a problem for each field that is not supported, unless its value is empty. */
export function checkFields(value: PropertyMap, fields: ReadonlySet<string>, path: ValidationPath): void {
  for (const name of Object.keys(value)) {
    if (fields.has(name) || isEmpty(value[name])) continue;
    path.at(name).addProblem(fields.has("name") && name === "description" ? NO_DESCRIPTION : UNSUPPORTED);
  }
}

const NO_DESCRIPTION = "is no field of a flag: its name says what it is for";
const UNSUPPORTED = "is not supported: without it, the flag might decide otherwise than intended";

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === "";
}
