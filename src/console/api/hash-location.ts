import { useEffect, useReducer } from "preact/hooks";

/** The place of the console is the fragment of its address: `#/path?query`. It needs no server and no log has it. */
function read(): { readonly path: string; readonly query: string } {
  const hash = location.hash.replace(/^#?\/?/, "");
  const mark = hash.indexOf("?");
  return mark < 0 ? { path: `/${hash}`, query: "" } : { path: `/${hash.slice(0, mark)}`, query: hash.slice(mark + 1) };
}

function useFragment() {
  const [, update] = useReducer((count: number) => count + 1, 0);
  const { hash } = location;
  useEffect(() => {
    const listen = () => update(undefined);
    addEventListener("hashchange", listen);
    if (location.hash !== hash) listen(); // it changed before this listened
    return () => removeEventListener("hashchange", listen);
  }, []);
  return read();
}

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", `#${to.startsWith("/") ? to : `/${to}`}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** The location hook of the router. */
export function useHashLocation(): [string, typeof navigate] {
  return [useFragment().path, navigate];
}
useHashLocation.hrefs = (href: string) => `#${href}`;
useHashLocation.searchHook = () => useFragment().query;

/** Returns the filters in the address, and what replaces some of them; an empty text removes one. */
export function useFilters(): readonly [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] {
  const { query } = useFragment();
  const change = (changes: Readonly<Record<string, string>>) => {
    const now = read();
    const filters = new URLSearchParams(now.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") filters.delete(name);
      else filters.set(name, value);
    }
    const text = String(filters);
    navigate(text === "" ? now.path : `${now.path}?${text}`, { replace: true });
  };
  return [new URLSearchParams(query), change];
}

/** Returns a path for links from anywhere, with each segment encoded. `useParam` decodes them. */
export function pathTo(...segments: readonly (string | number)[]): string {
  return `~/${segments.map((segment) => encodeURIComponent(segment)).join("/")}`;
}
