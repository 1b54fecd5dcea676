import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Link, Redirect, Route, Router, Switch, useLocation } from "wouter-preact";
import { call, useAction, useOperation, useResource } from "./api/operations.ts";
import {
  isMadeUp,
  lastProject,
  leavePage,
  navigate,
  PlaceContext,
  SessionContext,
  useHashLocation,
  useParam,
  useProject,
  useSession,
} from "./api/place.ts";
import { LeaveDialog } from "./components/dialog.tsx";
import { Select } from "./components/field.tsx";
import { knownZone } from "./components/format.ts";
import { lazyPages, NoSuchPage } from "./components/lazy-pages.tsx";
import { NewProject } from "./components/new-project.tsx";
import { Button, EmptyState, Loading, Message, Page } from "./components/page.tsx";
import { useZone, ZoneContext } from "./components/text.tsx";

const SignInPages = lazyPages(() => import("./pages/sign-in-pages.tsx"));
const InvitePages = lazyPages(() => import("./pages/invite-page.tsx"));
const SharedPages = lazyPages(() => import("./pages/shared-page.tsx"));

/** What the console consists of, in the order of its navigation. Each area is loaded when it is first shown. */
const AREAS = [
  { path: "overview", label: "Overview", Area: lazyPages(() => import("./pages/overview-page.tsx")) },
  { path: "live", label: "Live", Area: lazyPages(() => import("./pages/live-page.tsx")) },
  { path: "questions", label: "Questions", Area: lazyPages(() => import("./pages/questions/home-page.tsx")) },
  { path: "dashboards", label: "Dashboards", Area: lazyPages(() => import("./pages/dashboards-page.tsx")) },
  { path: "persons", label: "Persons", Area: lazyPages(() => import("./pages/persons/list-page.tsx")) },
  { path: "cohorts", label: "Cohorts", Area: lazyPages(() => import("./pages/cohorts/cohorts-page.tsx")) },
  { path: "recordings", label: "Recordings", Area: lazyPages(() => import("./pages/recordings/list-page.tsx")) },
  { path: "heatmaps", label: "Heatmaps", Area: lazyPages(() => import("./pages/heatmaps-page.tsx")) },
  { path: "errors", label: "Errors", Area: lazyPages(() => import("./pages/errors-page.tsx")) },
  { path: "flags", label: "Flags", Area: lazyPages(() => import("./pages/flags/list-page.tsx")) },
  { path: "experiments", label: "Experiments", Area: lazyPages(() => import("./pages/experiments-page.tsx")) },
  { path: "surveys", label: "Surveys", Area: lazyPages(() => import("./pages/surveys-page.tsx")) },
  { path: "plan", label: "Tracking plan", Area: lazyPages(() => import("./pages/event-schemas-page.tsx")) },
  { path: "team", label: "Team", Area: lazyPages(() => import("./pages/team/team-page.tsx")) },
  { path: "settings", label: "Settings", Area: lazyPages(() => import("./pages/settings-page.tsx")) },
] as const;

export function App() {
  return (
    <Router hook={useHashLocation}>
      <Switch>
        {Object.entries({ "/sign-in": SignInPages, "/invite": InvitePages }).map(([path, Area]) => (
          <Route key={path} path={path} nest>
            <main class="stack sign-in">
              <p class="sign-in-name quiet">Sightline</p>
              <Area />
            </main>
          </Route>
        ))}
        <Route path="/share" nest>
          <main class="shell-main">
            <SharedPages />
          </main>
        </Route>
        <Route component={SignedIn} />
      </Switch>
      <LeaveDialog />
    </Router>
  );
}

const alone = (content: ComponentChildren) => <main class="shell-alone">{content}</main>;

function SignedIn() {
  const { data, error, reload } = useOperation("users_me_retrieve", {});
  if (error?.status === 401) return null; // the sign-in page comes
  if (error && !data) return alone(<Message onRetry={reload}>{error.message}</Message>);
  if (!data) return <Loading />;
  return (
    <SessionContext.Provider value={{ ...data, reload }}>
      <Switch>
        <Route path="/projects/:project" component={ProjectPages} nest />
        <Route path="/" component={ToLastProject} />
        <Route>{alone(<NoSuchPage />)}</Route>
      </Switch>
    </SessionContext.Provider>
  );
}

function ToLastProject() {
  const { organizations } = useSession();
  const project = lastProject.find(organizations);
  useEffect(() => {
    if (project) navigate(`/projects/${project.id}/overview`, { replace: true });
  }, [project]);
  if (project) return null;
  const own = organizations.find(({ level }) => level !== "member");
  return alone(
    <Page title="You have no project yet">
      {own ? <NewProject organization={own} /> : <p>Ask an owner or admin of your organization for one.</p>}
    </Page>,
  );
}

function ProjectPages() {
  const { organizations } = useSession();
  const id = useParam("project");
  const places = organizations.flatMap((organization) =>
    organization.projects.map((project) => ({ organization, project })),
  );
  const place = places.find(({ project }) => String(project.id) === id);
  useEffect(() => {
    if (place) lastProject.remember(place.project);
  }, [place]);
  // Saved settings load the organizations again.
  const settings = useResource(
    async (signal) => place && call("projects_retrieve", { project_id: String(place.project.id) }, { signal }),
    [place?.project],
    { keep: true },
  );
  if (!place) {
    return alone(
      <EmptyState title="There is no such project">
        <p>
          It was removed, or you are not a member of its organization. <a href="#/">Go to your projects</a>
        </p>
      </EmptyState>,
    );
  }
  if (!settings.data && !settings.error) return <Loading />;
  return (
    <PlaceContext.Provider value={place}>
      <ZoneContext.Provider value={knownZone(settings.data?.timezone ?? "UTC")}>
        <div class="shell">
          <Navigation />
          <main class="shell-main" id="main" tabIndex={-1} key={place.project.id}>
            <Switch>
              {AREAS.map(({ path, Area }) => (
                <Route key={path} path={`/${path}`} component={Area} nest />
              ))}
              <Route path="/">
                <Redirect to="/overview" replace />
              </Route>
              <Route component={NoSuchPage} />
            </Switch>
          </main>
        </div>
      </ZoneContext.Provider>
    </PlaceContext.Provider>
  );
}

function Navigation() {
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <header class="navigation">
      <button type="button" class="navigation-skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the page
      </button>
      <div class="navigation-bar">
        <Link href="~/" className="navigation-name">
          Sightline
        </Link>
        <p class="small quiet">Times in {useZone()}</p>
        <div class="navigation-toggle">
          <Button label="Menu" small aria-expanded={isOpen} aria-controls="menu" onClick={() => setOpen(!isOpen)} />
        </div>
      </div>
      <div id="menu" class={isOpen ? "navigation-menu navigation-open" : "navigation-menu"}>
        <ProjectSwitch />
        <nav aria-label="Areas">
          <ul class="navigation-list">
            {AREAS.map((area) => (
              <li key={area.path}>
                <Link
                  href={`/${area.path}`}
                  className="navigation-link"
                  aria-current={path.split("/")[1] === area.path ? "page" : undefined}
                >
                  {area.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Account />
      </div>
    </header>
  );
}

function ProjectSwitch() {
  const { organizations } = useSession();
  const { project } = useProject();
  const [path] = useLocation();
  const options = organizations.flatMap(({ name: group, projects }) =>
    projects.map(({ id, name }) => ({ value: String(id), label: name, group })),
  );
  const show = (id: string) => navigate(`/projects/${id}/${path.split("/")[1] || "overview"}`);
  return <Select label="Project" hideLabel options={options} value={String(project.id)} onValue={show} />;
}

const MORE = Object.entries({ "API reference": "docs", Contract: "openapi.yaml", Licenses: "console/notices.txt" });

function Account() {
  const { user } = useSession();
  const signOut = useAction(async () => {
    await call("sessions_current_destroy", {});
    location.hash = "#/sign-in";
  });
  return (
    <div class="list navigation-account">
      <p class="small wrap-anywhere">
        <Link href="/settings?tab=account">{isMadeUp(user) ? "Your account" : user.email}</Link>
      </p>
      <Button label="Sign out" small disabled={signOut.isRunning} onClick={() => leavePage(() => void signOut.run())} />
      {signOut.error && <Message>{signOut.error.message}</Message>}
      <ul class="row navigation-more small">
        {MORE.map(([label, href]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
