import { problem } from "../../lib/problem.ts";
import { NONE, OTHER } from "./breakdown.ts";
import { compileFormula, type Formula } from "./formula.ts";
import { countOf, isTotal, type TrendsEntry, type TrendsQuery } from "./trends-results.ts";

interface NamedFormula {
  readonly label: string;
  readonly compute: Formula;
}

/** Reads the formulas of a question. Throws `invalid_input` with the field of a wrong one. */
export function formulasOf({ series, trendsFilter = {} }: TrendsQuery): NamedFormula[] {
  const { formula, formulas, formulaNodes } = trendsFilter;
  const [nodes = [], ...others] = [
    (formulaNodes ?? []).map((node, index) => ({ ...node, field: `formulaNodes__${index}__formula` })),
    (formulas ?? []).map((text, index) => ({ formula: text, custom_name: null, field: `formulas__${index}` })),
    formula ? [{ formula, custom_name: null, field: "formula" }] : [],
  ].filter(({ length }) => length > 0);
  const attrOf = (field: string) => `query__trendsFilter__${field}`;
  const [other] = others.flat();
  if (other) throw problem("invalid_input", { attr: attrOf(other.field), detail: "Send formulas in one field only." });
  return nodes.map(({ formula: text, custom_name, field }) => ({
    label: custom_name || `Formula (${text})`,
    compute: compileFormula(text, series.length, attrOf(field)),
  }));
}

/** Returns the results of formulas in the place of those of series; of a breakdown the largest first. */
export function withFormulas(query: TrendsQuery, formulas: readonly NamedFormula[], entries: readonly TrendsEntry[]) {
  if (formulas.length === 0) return [...entries];
  const groups = new Map<string, (TrendsEntry | undefined)[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.compare_label, entry.breakdown_value]);
    const group = groups.get(key) ?? query.series.map(() => undefined);
    group[entry.action.order] = entry;
    groups.set(key, group);
  }
  return formulas.flatMap(({ label, compute }, order) => {
    const results = [...groups.values()].flatMap((group) => {
      const like = group.find((entry) => entry !== undefined);
      if (like === undefined) return [];
      const numberOf = (read: (entry: TrendsEntry) => number | null | undefined) =>
        compute(group.map((entry) => (entry && read(entry)) ?? 0));
      const shown = { ...like, label, action: null, order };
      if (isTotal(query)) return { ...shown, aggregated_value: numberOf(({ aggregated_value }) => aggregated_value) };
      const data = like.days.map((_, index) => numberOf((entry) => entry.data[index]));
      return { ...shown, data, count: countOf(query, data) };
    });
    return results.toSorted((a, b) => placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a));
  });
}

type Placed = Pick<TrendsEntry, "aggregated_value" | "data" | "breakdown_value" | "compare_label">;

/** Places the period asked for first, and in each what is no value of the breakdown last. */
function placeOf({ breakdown_value, compare_label }: Placed): number {
  const [value] = [breakdown_value].flat();
  return (compare_label === "previous" ? 3 : 0) + (value === OTHER ? 2 : value === NONE ? 1 : 0);
}

const sizeOf = ({ aggregated_value, data }: Placed) =>
  aggregated_value ?? data.reduce<number>((sum, value) => sum + (value ?? 0), 0);
