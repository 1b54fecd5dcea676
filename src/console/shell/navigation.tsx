import { useEffect, useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { call, useAction } from "../api/operations.ts";
import { isMadeUp, leavePage, navigate, useProject, useSession } from "../api/place.ts";
import { AREAS } from "../areas.ts";
import { Select } from "../components/field.tsx";
import { Button, Message } from "../components/page.tsx";
import { useZone } from "../components/text.tsx";

export function Navigation() {
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
        <p class="navigation-zone small quiet">Times in {useZone()}</p>
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

function Account() {
  const { user } = useSession();
  const signOut = useAction(async () => {
    await call("sessions_current_destroy", {});
    location.hash = "#/sign-in";
  });
  return (
    <div class="navigation-account">
      <p class="small wrap-anywhere">
        <Link href="/settings?tab=account">{isMadeUp(user) ? "Your account" : user.email}</Link>
      </p>
      <div>
        <Button
          label="Sign out"
          small
          disabled={signOut.isRunning}
          onClick={() => leavePage(() => void signOut.run())}
        />
      </div>
      {signOut.error && <Message>{signOut.error.message}</Message>}
      <ul class="navigation-more small">
        <li>
          <a href="docs">API reference</a>
        </li>
        <li>
          <a href="openapi.yaml">Contract</a>
        </li>
        <li>
          <a href="console/notices.txt">Licenses</a>
        </li>
      </ul>
    </div>
  );
}
