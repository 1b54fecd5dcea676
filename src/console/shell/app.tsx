import { useEffect, useState } from "preact/hooks";
import { Redirect, Route, Router, Switch } from "wouter-preact";
import { client } from "../api/client.ts";
import { unwrap } from "../api/errors.ts";
import { navigate, useHashLocation } from "../api/hash-location.ts";
import { lastProject, PlaceContext, SessionContext, useParam, useSession } from "../api/session.ts";
import { setLeaveQuestion } from "../api/unsaved.ts";
import { useResource } from "../api/use-resource.ts";
import { AREAS } from "../areas.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { lazyPage } from "../components/lazy-page.tsx";
import { EmptyState, Loading, Message } from "../components/message.tsx";
import { NewProject } from "../components/new-project.tsx";
import { NoSuchPage } from "../components/no-such-page.tsx";
import { Page } from "../components/page.tsx";
import { knownZone, ZoneContext } from "../components/zone.ts";
import { Navigation } from "./navigation.tsx";

function LeaveDialog() {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => setLeaveQuestion((goOn) => setLeave(() => goOn)), []);
  if (leave === null) return null;
  const stay = () => setLeave(null);
  const actions = (
    <>
      <Button onClick={stay}>Stay here</Button>
      <Button
        kind="danger"
        onClick={() => {
          stay();
          leave();
        }}
      >
        Leave without saving
      </Button>
    </>
  );
  return (
    <Dialog title="Leave without saving?" onClose={stay} {...{ actions }}>
      <p>What you changed on this page is not saved, and is lost if you leave.</p>
    </Dialog>
  );
}

const SignInPage = lazyPage(() => import("../pages/sign-in/index.tsx"));
const InvitePage = lazyPage(() => import("../pages/sign-in/invite-page.tsx"));

export function App() {
  return (
    <Router hook={useHashLocation}>
      <Switch>
        <Route path="/sign-in" nest>
          <SignInPage />
        </Route>
        <Route path="/invite/:secret">
          <InvitePage />
        </Route>
        <Route>
          <SignedIn />
        </Route>
      </Switch>
      <LeaveDialog />
    </Router>
  );
}

function SignedIn() {
  const { data, error, reload } = useResource((signal) => unwrap(client.GET("/api/users/@me", { signal })), []);
  if (error?.status === 401) return null; // the sign-in page comes
  if (error && !data) {
    return (
      <main class="shell-alone">
        <Message onRetry={reload}>{error.message}</Message>
      </main>
    );
  }
  if (!data) return <Loading />;
  return (
    <SessionContext.Provider value={{ ...data, reload }}>
      <Switch>
        <Route path="/projects/:project" nest>
          <ProjectPages />
        </Route>
        <Route path="/">
          <ToLastProject />
        </Route>
        <Route>
          <main class="shell-alone">
            <NoSuchPage />
          </main>
        </Route>
      </Switch>
    </SessionContext.Provider>
  );
}

function ToLastProject() {
  const { organizations } = useSession();
  const project = lastProject.find(organizations);
  useEffect(() => {
    if (project) navigate(`/projects/${project.id}/live`, { replace: true });
  }, [project]);
  if (project) return null;
  const own = organizations.find(({ level }) => level !== "member");
  return (
    <main class="shell-alone">
      <Page title="You have no project yet">
        {own ? <NewProject organization={own} /> : <p>Ask an owner or admin of your organization for one.</p>}
      </Page>
    </main>
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
    async (signal) => {
      if (!place) return null;
      const params = { path: { project_id: String(place.project.id) } };
      return unwrap(client.GET("/api/projects/{project_id}", { params, signal }));
    },
    [place?.project],
    { keep: true },
  );
  if (!place) {
    return (
      <main class="shell-alone">
        <EmptyState title="There is no such project">
          <p>
            It was removed, or you are not a member of its organization. <a href="#/">Go to your projects</a>
          </p>
        </EmptyState>
      </main>
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
              {AREAS.map(({ path, Page, ...area }) => (
                <Route key={path} path={`/${path}`} nest={!("isOnePage" in area)}>
                  <Page />
                </Route>
              ))}
              <Route path="/">
                <Redirect to="/live" replace />
              </Route>
              <Route>
                <NoSuchPage />
              </Route>
            </Switch>
          </main>
        </div>
      </ZoneContext.Provider>
    </PlaceContext.Provider>
  );
}
