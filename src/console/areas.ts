import { lazyPage } from "./components/lazy-page.tsx";

/** What the console consists of, in the order of its navigation. Each area is loaded when it is first shown. */
export const AREAS = [
  { path: "live", label: "Live", Page: lazyPage(() => import("./pages/live/index.tsx")), isOnePage: true },
  { path: "questions", label: "Questions", Page: lazyPage(() => import("./pages/questions/index.tsx")) },
  { path: "dashboards", label: "Dashboards", Page: lazyPage(() => import("./pages/dashboards/index.tsx")) },
  { path: "persons", label: "Persons", Page: lazyPage(() => import("./pages/persons/index.tsx")) },
  { path: "recordings", label: "Recordings", Page: lazyPage(() => import("./pages/recordings/index.tsx")) },
  { path: "flags", label: "Flags", Page: lazyPage(() => import("./pages/flags/index.tsx")) },
  { path: "plan", label: "Tracking plan", Page: lazyPage(() => import("./pages/event-schemas/index.tsx")) },
  { path: "team", label: "Team", Page: lazyPage(() => import("./pages/team/index.tsx")), isOnePage: true },
  { path: "settings", label: "Settings", Page: lazyPage(() => import("./pages/settings/index.tsx")), isOnePage: true },
] as const;
