const METHODS = ["get", "post", "put", "patch", "delete"] as const;
type Method = (typeof METHODS)[number];

export interface Operation {
  readonly operationId: string;
  readonly method: Method;
  /** As documented: the path with its values, in the slash form that the document lists. */
  readonly path: string;
  /** Whether it answers to a project API key. */
  readonly isPublic: boolean;
}

export type RouteMatch = Operation | "no such path" | { readonly allow: string };

/** Finds the operation of a request; a path means the same with and without a trailing slash. */
export type RouteFinder = (method: string, path: string) => RouteMatch;

interface DocumentedOperation {
  operationId: string;
  security?: object[];
}

export interface Document {
  info: { version: string };
  paths: Record<string, Record<string, DocumentedOperation>>;
}

/** Reads the paths of a bundled document. */
export function createRouteFinder(document: Document): RouteFinder {
  const routes = Object.entries(document.paths).map(([template, item]) => ({
    pattern: patternOf(template),
    endsInSlash: template.endsWith("/"),
    placeholders: template.split("{").length - 1,
    item,
    methods: METHODS.filter((method) => Object.hasOwn(item, method)),
  }));
  routes.sort((one, other) => one.placeholders - other.placeholders); // as OpenAPI says, the concrete path wins

  return (method, path) => {
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (route === undefined) return "no such path";
    const asked = method === "HEAD" ? "get" : method.toLowerCase();
    const known = route.methods.find((documented) => documented === asked);
    const operation = known && route.item[known];
    if (known === undefined || operation === undefined) return { allow: route.methods.join(", ").toUpperCase() };
    return {
      operationId: operation.operationId,
      method: known,
      path: withoutSlash(path) + (route.endsInSlash ? "/" : ""),
      isPublic: operation.security?.some((scheme) => Object.hasOwn(scheme, "projectApiKey")) ?? false,
    };
  };
}

function patternOf(template: string): RegExp {
  const plain = withoutSlash(template).replace(/[.*+?^$|()[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replace(/\{[^}]+\}/g, "[^/]+")}/?$`);
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}
