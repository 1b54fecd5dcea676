import { useEffect, useReducer } from "preact/hooks";
import { hasEdits, leavePage } from "./unsaved.ts";

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

/** Shows another page; if edits would be lost, only after a question. Another query is the same page. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const hash = `#${to.startsWith("/") ? to : `/${to}`}`;
  const go = () => {
    history[replace ? "replaceState" : "pushState"](null, "", hash);
    shown = location.hash;
    dispatchEvent(new HashChangeEvent("hashchange"));
  };
  if (pageOf(hash) === pageOf(shown)) go();
  else leavePage(go);
}

let shown = location.hash;
const pageOf = (hash: string) => hash.split("?")[0];

// Back, forward and the address bar have already changed the address: it stays until the person agrees.
addEventListener("hashchange", () => {
  const { hash } = location;
  if (pageOf(hash) !== pageOf(shown) && hasEdits()) {
    history.pushState(null, "", shown);
    leavePage(() => navigate(hash.slice(1), { replace: true }));
  } else shown = hash;
});

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
