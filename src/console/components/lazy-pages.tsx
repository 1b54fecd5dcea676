import type { FunctionComponent } from "preact";
import { useContext, useState } from "preact/hooks";
import { Link, Route, Switch } from "wouter-preact";
import { useResource } from "../api/operations.ts";
import { PlaceContext, pathTo } from "../api/place.ts";
import { EmptyState, Loading, Message, Page } from "./page.tsx";

type Pages = Readonly<Record<string, FunctionComponent>>;

/** Returns a hook that loads a module, once for all who use it. */
export function lazily<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  return () => {
    const [known] = useState(() => loaded);
    const { data, error } = useResource(async () => {
      loaded ??= await load();
      return loaded;
    }, []);
    return { module: known ?? data, error };
  };
}

/** Returns an area whose pages are loaded when one of them is first shown. */
export function lazyPages(load: () => Promise<{ readonly pages: Pages }>): FunctionComponent {
  const usePages = lazily(load);
  return function LazyPages() {
    const { module, error } = usePages();
    if (error) return <Message onRetry={() => location.reload()}>This page could not be loaded.</Message>;
    if (!module) return <Loading />;
    return (
      <Switch>
        {Object.entries(module.pages).map(([path, Shown]) => (
          <Route key={path} path={path} component={Shown} />
        ))}
        <Route component={NoSuchPage} />
      </Switch>
    );
  };
}

export function NoSuchPage() {
  const project = useContext(PlaceContext)?.project;
  return (
    <Page title="There is no such page">
      <EmptyState title="Nothing is at this address">
        <p>It may be mistyped or outdated.</p>
        <Link href={project ? pathTo("projects", project.id, "overview") : "~/"}>
          Go to {project ? project.name : "your projects"}
        </Link>
      </EmptyState>
    </Page>
  );
}
