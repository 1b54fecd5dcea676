import { Button } from "./button.tsx";
import { formatCount } from "./text.tsx";

interface Props {
  readonly offset: number;
  readonly limit: number;
  /** How many there are; null if the service does not count them. */
  readonly count: number | null;
  readonly shown: number;
  readonly onOffset: (offset: number) => void;
}

/** Returns the filter of an address that stands for an offset; the first page has none. */
export function offsetFilter(offset: number): { readonly offset: string } {
  return { offset: offset === 0 ? "" : String(offset) };
}

export function Pager({ offset, limit, count, shown, onOffset }: Props) {
  const isLast = count === null ? shown < limit : offset + shown >= count;
  if (offset === 0 && isLast) return null;
  const range = `${formatCount(offset + 1)}–${formatCount(offset + shown)}`;
  return (
    <nav class="pager" aria-label="Pages">
      <p role="status" class="count">
        {count === null ? range : `${range} of ${formatCount(count)}`}
      </p>
      <Button small disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - limit))}>
        Previous
      </Button>
      <Button small disabled={isLast} onClick={() => onOffset(offset + limit)}>
        Next
      </Button>
    </nav>
  );
}
