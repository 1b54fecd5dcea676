import type { ComponentChildren } from "preact";
import type { Paging, Resource, Schemas } from "../api/operations.ts";
import { formatFigure } from "./format.ts";
import { Button, EmptyState, Loaded, PageLink } from "./page.tsx";
import { Count, formatCount, Time } from "./text.tsx";

/** What a column shows of a row: anything, a number of things, a part of 1, or a time. */
export type Column<Row> = { readonly title: string } & (
  | { readonly cell: (row: Row) => ComponentChildren; readonly isNumber?: boolean }
  | { readonly count: (row: Row) => number }
  | { readonly share: (row: Row) => number }
  | { readonly time: (row: Row) => string | null | undefined; readonly never?: string }
);

const isNumeric = (column: Column<never>) => "count" in column || "share" in column || "isNumber" in column;

function cellOf<Row>(column: Column<Row>, row: Row): ComponentChildren {
  if ("count" in column) return <Count value={column.count(row)} />;
  if ("share" in column) return formatFigure({ value: column.share(row), unit: "share" });
  if ("time" in column) return <Time at={column.time(row)} never={column.never} />;
  return column.cell(row);
}

type Changed = { readonly updated_at: string; readonly updated_by: Schemas["User"] | null };

export const changed: readonly Column<Changed>[] = [
  { title: "Changed", time: ({ updated_at }) => updated_at },
  { title: "By", cell: ({ updated_by }) => updated_by?.email ?? "" },
];

export const personColumns: readonly Column<Schemas["Person"]>[] = [
  { title: "Name", cell: ({ name, uuid }) => <PageLink to={["persons", uuid]}>{name}</PageLink> },
  { title: "Email", cell: ({ properties }) => (typeof properties?.email === "string" ? properties.email : "–") },
  { title: "Distinct ids", count: ({ distinct_ids: ids }) => ids.length },
  { title: "Known since", time: ({ created_at: at }) => at },
];

interface Props<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** What tells rows apart, if it is not their `id`. */
  readonly keyOf?: (row: Row) => string | number;
}

const idOf = (row: unknown) => (row as { readonly id: string | number }).id;

/** A table, which on phones becomes a list of cards. The first column names the row. */
export function Table<Row>({ caption, columns, rows, keyOf = idOf }: Props<Row>) {
  return (
    <table class="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" class={isNumeric(column) ? "number" : undefined}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.title} data-title={column.title} class={isNumeric(column) ? "number" : undefined}>
                <div class="table-cell">{cellOf(column, row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a list of the service answers: all rows, or a page of them that may say how many there are. */
type Listed =
  | readonly unknown[]
  | { readonly results: readonly unknown[]; readonly count?: number; readonly hasMore?: boolean };
type RowOf<Data> = Data extends readonly (infer Row)[]
  ? Row
  : Data extends { readonly results: readonly (infer Row)[] }
    ? Row
    : never;

export interface ListingProps<Data extends Listed> extends Omit<Props<RowOf<Data>>, "rows"> {
  readonly of: Resource<Data> & Partial<Paging>;
  /** What stands in place of a table without rows: the title of an empty state, or null for nothing. */
  readonly empty?: string | null | undefined;
  readonly says?: ComponentChildren;
  readonly above?: (data: Data) => ComponentChildren;
  /** Buttons of a row, in a column of their own. */
  readonly actions?: ((row: RowOf<Data>) => ComponentChildren) | undefined;
}

/** A table of what is loaded, with its pages, errors, and what is said if there is nothing. */
export function Listing<Data extends Listed>({ of, empty, says, above, actions, ...table }: ListingProps<Data>) {
  const cell = (row: RowOf<Data>) => <div class="row">{actions?.(row)}</div>;
  const columns = actions ? [...table.columns, { title: "Actions", cell }] : table.columns;
  return (
    <Loaded resource={of}>
      {(data) => {
        const rows = ("results" in data ? data.results : data) as readonly RowOf<Data>[];
        const { offset = 0, limit, setOffset } = of;
        const end = "hasMore" in data && data.hasMore ? null : offset + rows.length;
        const count = "count" in data ? (data.count ?? end) : end;
        const isEmpty = empty !== undefined && count === 0;
        return (
          <>
            {above?.(data)}
            {isEmpty ? empty && <EmptyState title={empty} says={says} /> : <Table {...table} {...{ columns, rows }} />}
            {limit !== undefined && setOffset && <Pager {...{ offset, limit, count, setOffset }} shown={rows.length} />}
          </>
        );
      }}
    </Loaded>
  );
}

interface PagerProps extends Paging {
  /** How many there are; null if the service does not count them. */
  readonly count: number | null;
  readonly shown: number;
}

function Pager({ offset, limit, count, shown, setOffset }: PagerProps) {
  const isLast = count === null ? shown < limit : offset + shown >= count;
  if (offset === 0 && isLast) return null;
  const range = `${formatCount(offset + 1)}–${formatCount(offset + shown)}`;
  return (
    <nav class="row pager" aria-label="Pages">
      <p role="status" class="count">
        {count === null ? range : `${range} of ${formatCount(count)}`}
      </p>
      <Button label="Previous" small disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - limit))} />
      <Button label="Next" small disabled={isLast} onClick={() => setOffset(offset + limit)} />
    </nav>
  );
}
