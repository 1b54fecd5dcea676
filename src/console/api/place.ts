import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useReducer, useState } from "preact/hooks";
import { useParams } from "wouter-preact";
import { type Schemas, SERVICE_URL } from "./client.ts";

/** At the address of a share, and with `CONSOLE=off` of an invite, the console is one page, and nobody signs in. */
const alone = /^(invite|share)[sd]\/([^/?#]+)/.exec(location.href.slice(SERVICE_URL.length));
export const hasConsole = alone === null;

/** The place of the console is the fragment of its address: `#/path?query`. It needs no server and no log has it. */
function read(): { readonly path: string; readonly query: string } {
  if (alone) return { path: `/${alone[1]}/${alone[2]}`, query: "" };
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

/**
 * Returns the filters in the address; what replaces some of them, and removes one by an empty text; and what binds a
 * field to one of them, where `otherwise` is what an absent one stands for.
 */
export function useFilters() {
  const filters = new URLSearchParams(useFragment().query);
  const change = (changes: Readonly<Record<string, string>>) => {
    const now = read();
    const changed = new URLSearchParams(now.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") changed.delete(name);
      else changed.set(name, value);
    }
    const text = String(changed);
    navigate(text === "" ? now.path : `${now.path}?${text}`, { replace: true });
  };
  const field = <Value extends string = string>(name: string, otherwise: NoInfer<Value>) => ({
    value: (filters.get(name) ?? otherwise) as Value,
    onValue: (value: Value) => change({ [name]: value }),
  });
  return [filters, change, field] as const;
}

/** Returns a path for links from anywhere, with each segment encoded. `useParam` decodes them. */
export function pathTo(...segments: readonly (string | number)[]): string {
  return `~/${segments.map((segment) => encodeURIComponent(segment)).join("/")}`;
}

export type CurrentUser = Schemas["CurrentUser"];
export type Organization = CurrentUser["organizations"][number];
export type Project = Organization["projects"][number];

type Session = CurrentUser & { readonly reload: () => void };

type Place = { readonly organization: Organization; readonly project: Project };

export const SessionContext = createContext<Session | null>(null);
export const PlaceContext = createContext<Place | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("Nobody is signed in here.");
  return session;
}

export function useProject(): Place {
  const place = useContext(PlaceContext);
  if (place === null) throw new Error("This page is about no project.");
  return place;
}

export function useIsAdmin(): boolean {
  return useProject().organization.level !== "member";
}

/** Returns whether the first start made the address up: it is no way to sign in. */
export function isMadeUp({ email }: Pick<CurrentUser["user"], "email">): boolean {
  return email.endsWith("@sightline.invalid");
}

/** Returns what makes an address below the page's project: `path("persons", id)`. */
export function useProjectPath(): (...segments: readonly (string | number)[]) => string {
  const place = useContext(PlaceContext);
  return (...segments) => pathTo("projects", place?.project.id ?? "", ...segments);
}

/** Returns what leads away from a page that has done its work, to a path below the project. */
export function useGo(): (...segments: readonly (string | number)[]) => void {
  const path = useProjectPath();
  return (...segments) => {
    forgetEdits();
    navigate(path(...segments).slice(1));
  };
}

export function useParam(name: string): string {
  const value = useParams()[name] ?? "";
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // someone wrote the address by hand
  }
}

const LAST_PROJECT = "sightline.project";

export const lastProject = {
  remember: (project: Project) => localStorage.setItem(LAST_PROJECT, String(project.id)),
  find: (organizations: readonly Organization[]): Project | undefined => {
    const all = organizations.flatMap(({ projects }) => projects);
    return all.find(({ id }) => String(id) === localStorage.getItem(LAST_PROJECT)) ?? all[0];
  },
};

/** Forms of the page whose edits are not saved. */
const edited = new Set<symbol>();
/** Asks the person whether to leave, and calls this if so. */
let ask: ((leave: () => void) => void) | null = null;

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const hasEdits = () => edited.size > 0;

/** Forgets the page's edits: called before another page is shown, once they are saved or their object is gone. */
export const forgetEdits = () => edited.clear();

export function setLeaveQuestion(question: typeof ask): void {
  ask = question;
}

/** Does what takes the person away from the page: after a question if that loses edits. */
export function leavePage(leave: () => void): void {
  const forget = () => {
    forgetEdits();
    leave();
  };
  if (hasEdits() && ask !== null) ask(forget);
  else forget();
}

/** Keeps the edits of a form: whatever leads away from the page asks first. */
export function useUnsaved(isEdited: boolean): void {
  const [form] = useState(() => Symbol("form"));
  useLayoutEffect(() => {
    if (isEdited) edited.add(form);
    return () => void edited.delete(form);
  }, [isEdited]);
}

/** Closing and reloading the page ask in the words of the browser. */
addEventListener("beforeunload", (event) => {
  if (hasEdits()) event.preventDefault();
});

const COLORS = "sightline.colors";
export type Colors = "light dark" | "light" | "dark";

/** Returns which colors were chosen; those of the system if none were, or if a frame of another site keeps nothing. */
export function chosenColors(): Colors {
  try {
    return (localStorage.getItem(COLORS) ?? "light dark") as Colors;
  } catch {
    return "light dark";
  }
}

export function showColors(colors: Colors): void {
  document.documentElement.style.colorScheme = colors;
}

export function chooseColors(colors: Colors): void {
  localStorage.setItem(COLORS, colors);
  showColors(colors);
}
