import { useContext } from "preact/hooks";
import { Link } from "wouter-preact";
import { pathTo } from "../api/hash-location.ts";
import { PlaceContext } from "../api/session.ts";
import { EmptyState } from "./message.tsx";
import { Page } from "./page.tsx";

export function NoSuchPage() {
  const project = useContext(PlaceContext)?.project;
  return (
    <Page title="There is no such page">
      <EmptyState title="Nothing is at this address">
        <p>It may be mistyped or outdated.</p>
        <Link href={project ? pathTo("projects", project.id, "live") : "~/"}>
          Go to {project ? project.name : "your projects"}
        </Link>
      </EmptyState>
    </Page>
  );
}
