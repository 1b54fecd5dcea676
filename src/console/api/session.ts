import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { useParams } from "wouter-preact";
import type { Schemas } from "./client.ts";
import { pathTo } from "./hash-location.ts";

export type CurrentUser = Schemas["CurrentUser"];
export type Organization = CurrentUser["organizations"][number];
export type Project = Organization["projects"][number];

interface Session {
  readonly user: CurrentUser["user"];
  readonly has_password: boolean;
  readonly organizations: readonly Organization[];
  readonly reload: () => void;
}

interface Place {
  readonly organization: Organization;
  readonly project: Project;
}

export const SessionContext = createContext<Session | null>(null);
export const PlaceContext = createContext<Place | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("Nobody is signed in here.");
  return session;
}

/** Returns the project that the page is about, and its organization. */
export function useProject(): Place {
  const place = useContext(PlaceContext);
  if (place === null) throw new Error("This page is about no project.");
  return place;
}

/** Returns whether the person is an owner or admin of the organization. */
export function useIsAdmin(): boolean {
  return useProject().organization.level !== "member";
}

/** Returns whether the first start made the address up: it is no way to sign in. */
export function isMadeUp({ email }: Pick<CurrentUser["user"], "email">): boolean {
  return email.endsWith("@sightline.invalid");
}

/** Returns what makes a link to a page of the project: `link("persons", id)`. */
export function useProjectPath(): (...segments: readonly (string | number)[]) => string {
  const { project } = useProject();
  return (...segments) => pathTo("projects", project.id, ...segments);
}

/** Returns a part of the page's path, decoded. */
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
