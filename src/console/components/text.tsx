import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

const formats = new Map<string, Intl.DateTimeFormat>();
const NUMBER = new Intl.NumberFormat();

interface TimeProps {
  readonly at: string | null | undefined;
  /** Omits the day, which is shown elsewhere. */
  readonly short?: boolean;
  readonly never?: string;
}

/** A time in the time zone of the page, with that of UTC as its tooltip. */
export function Time({ at, short = false, never = "–" }: TimeProps) {
  const zone = useZone();
  const date = new Date(at ?? "");
  if (Number.isNaN(date.getTime())) return <span class="quiet">{never}</span>;
  const iso = date.toISOString();
  return (
    <time dateTime={iso} title={`${iso.replace("T", " ").slice(0, -1)} UTC`} class="time">
      {timeFormat(zone, short).format(date)}
    </time>
  );
}

/** Keeps formats: making one takes longer than using it. */
function timeFormat(timeZone: string | undefined, isShort: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${isShort}`;
  const options: Intl.DateTimeFormatOptions = { timeStyle: "medium", ...(timeZone && { timeZone }) };
  if (!isShort) options.dateStyle = "medium";
  const format = formats.get(key) ?? new Intl.DateTimeFormat(undefined, options);
  formats.set(key, format);
  return format;
}

interface CountProps {
  readonly value: number;
  /** What is counted: the word for one, and for several if they differ in more than an s. */
  readonly unit?: string;
  readonly units?: string;
}

export function Count({ value, unit, units }: CountProps) {
  return <span class="count">{formatCount(value, unit, units)}</span>;
}

export function formatCount(value: number, unit?: string, units = `${unit}s`): string {
  return NUMBER.format(value) + (unit ? ` ${value === 1 ? unit : units}` : "");
}

/** Text from data, as it is: code, ids, JSON. `block` keeps its lines and scrolls within itself. */
export function Code({ children, block = false }: { readonly children: string; readonly block?: boolean }) {
  if (!block) return <code class="code wrap-anywhere">{children}</code>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre class="code code-block" tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}

/** Renders a sentence of the service, in which backticks surround code. */
export function withCode(sentence: string): ComponentChildren {
  const parts = sentence.split("`");
  if (parts.length % 2 === 0) return sentence;
  return parts.map((part, index) => (index % 2 === 0 ? part : <Code key={index}>{part}</Code>));
}

/** A link from data. What is no web address is shown as text, so that no script can be one. */
export function DataLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <span class="wrap-anywhere">{url}</span>;
  return (
    <a class="wrap-anywhere" href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}

/** The time zone in which all times of a page are: the project's; the browser's where there is no project. */
export const ZoneContext = createContext<string | undefined>(undefined);
export const useZone = () => useContext(ZoneContext);
