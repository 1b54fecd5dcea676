import { lazyPages } from "./components/lazy-pages.tsx";

/** What the console consists of, in the order of its navigation. Each area is loaded when it is first shown. */
export const AREAS = [
  { path: "overview", label: "Overview", Area: lazyPages(() => import("./pages/overview-page.tsx")) },
  { path: "live", label: "Live", Area: lazyPages(() => import("./pages/live-page.tsx")) },
  { path: "questions", label: "Questions", Area: lazyPages(() => import("./pages/questions/home-page.tsx")) },
  { path: "dashboards", label: "Dashboards", Area: lazyPages(() => import("./pages/dashboards-page.tsx")) },
  { path: "persons", label: "Persons", Area: lazyPages(() => import("./pages/persons/list-page.tsx")) },
  { path: "recordings", label: "Recordings", Area: lazyPages(() => import("./pages/recordings/list-page.tsx")) },
  { path: "flags", label: "Flags", Area: lazyPages(() => import("./pages/flags/list-page.tsx")) },
  { path: "experiments", label: "Experiments", Area: lazyPages(() => import("./pages/experiments-page.tsx")) },
  { path: "surveys", label: "Surveys", Area: lazyPages(() => import("./pages/surveys-page.tsx")) },
  { path: "plan", label: "Tracking plan", Area: lazyPages(() => import("./pages/event-schemas-page.tsx")) },
  { path: "team", label: "Team", Area: lazyPages(() => import("./pages/team/team-page.tsx")) },
  { path: "settings", label: "Settings", Area: lazyPages(() => import("./pages/settings-page.tsx")) },
] as const;
