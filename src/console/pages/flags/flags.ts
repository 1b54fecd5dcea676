import { useMemo } from "preact/hooks";
import { client, type Schemas } from "../../api/client.ts";
import { unwrap } from "../../api/errors.ts";
import { useProject } from "../../api/session.ts";

export type Flag = Schemas["FeatureFlag"];
export type Activity = Schemas["FlagActivity"];
export type Preview = Schemas["FlagPreview"];
export type Reason = Schemas["FlagReason"];

export interface FlagProperty {
  readonly key: string;
  readonly type?: string | null;
  readonly operator?: string | null;
  readonly value?: unknown;
  readonly [extra: string]: unknown;
}

export interface Condition {
  readonly properties?: readonly FlagProperty[] | null;
  /** A text if what was typed is no number: the service refuses it. */
  readonly rollout_percentage?: number | string | null;
  readonly variant?: string | null;
  readonly [extra: string]: unknown;
}

export interface Variant {
  readonly key: string;
  readonly rollout_percentage: number | string;
  readonly [extra: string]: unknown;
}

/** The rules that this page knows. The rest stays as it is. */
export interface Filters {
  readonly groups: readonly Condition[];
  readonly multivariate?: { readonly variants: readonly Variant[] } | null;
  readonly payloads?: { readonly [value: string]: unknown } | null;
  readonly aggregation_group_type?: string | null;
  readonly [extra: string]: unknown;
}

export const filtersOf = ({ filters }: Pick<Flag, "filters">) => filters as Filters;

export interface FlagFields {
  readonly key: string;
  readonly name: string;
  readonly ensure_experience_continuity: boolean;
  readonly filters: Filters;
}

type Patch = Partial<FlagFields & { active: boolean; deleted: boolean }> & { readonly version: number };

const toWire = <F extends { readonly filters?: Filters }>({ filters, ...fields }: F) => ({
  ...fields,
  ...(filters && { filters: { ...filters, groups: filters.groups.map((group) => ({ ...group })) } as Flag["filters"] }),
});

export function useFlags() {
  const project_id = String(useProject().project.id);
  return useMemo(() => {
    const at = (id: number | string) => ({ path: { project_id, id: String(id) } });
    const list = { path: { project_id } };
    return {
      list: (search: string, offset: number, limit: number, signal: AbortSignal) => {
        const params = { ...list, query: { offset, limit, ...(search && { search }) } };
        return unwrap(client.GET("/api/projects/{project_id}/feature_flags", { params, signal }));
      },
      retrieve: (id: string, signal?: AbortSignal) =>
        unwrap(client.GET("/api/projects/{project_id}/feature_flags/{id}", { params: at(id), signal: signal ?? null })),
      /** Nobody gets a new flag before it is turned on. */
      create: (flag: FlagFields) => {
        const body = { ...toWire(flag), active: false } as Schemas["FeatureFlagRequest"];
        return unwrap(client.POST("/api/projects/{project_id}/feature_flags", { params: list, body }));
      },
      change: (id: number, patch: Patch) =>
        unwrap(client.PATCH("/api/projects/{project_id}/feature_flags/{id}", { params: at(id), body: toWire(patch) })),
      remove: (id: number) =>
        unwrap(client.DELETE("/api/projects/{project_id}/feature_flags/{id}", { params: at(id) })),
      activity: (id: number, offset: number, limit: number, signal?: AbortSignal) => {
        const params = { ...at(id), query: { offset, limit } };
        const path = "/api/projects/{project_id}/feature_flags/{id}/activity";
        return unwrap(client.GET(path, { params, signal: signal ?? null }));
      },
      preview: ({ key, filters, ensure_experience_continuity }: Omit<FlagFields, "name">) => {
        const body = toWire({ key, filters, ensure_experience_continuity }) as Schemas["FlagPreviewRequest"];
        return unwrap(client.POST("/api/projects/{project_id}/feature_flags/preview", { params: list, body }));
      },
    };
  }, [project_id]);
}

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export function describeRollout(filters: Filters): string {
  const variants = filters.multivariate?.variants.length ?? 0;
  const shares = filters.groups.map(({ properties, rollout_percentage: share }) => {
    const count = properties?.length ?? 0;
    const whom = count === 0 ? "of everyone" : `with ${count} ${count === 1 ? "condition" : "conditions"}`;
    return `${number.format(Number(share ?? 100))} % ${whom}`;
  });
  const [first = "Nobody", ...others] = shares;
  const more = others.length === 0 ? "" : `, and ${others.length} more ${others.length === 1 ? "rule" : "rules"}`;
  return `${first}${more}${variants > 0 ? ` · ${variants} variants` : ""}`;
}
