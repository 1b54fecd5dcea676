const METHODS = ["get", "post", "put", "patch", "delete"] as const;
type Method = (typeof METHODS)[number];

export interface Operation {
  readonly operationId: string;
  readonly method: Method;
  /** The requested path, with or without a trailing slash as in the document. */
  readonly path: string;
  /** Whether it accepts a project API key. */
  readonly isPublic: boolean;
}

export type RouteMatch = Operation | "no such path" | { readonly allow: string };

/** Finds the operation of a request. A trailing slash makes no difference. */
export type RouteFinder = (method: string, path: string) => RouteMatch;

interface DocumentedOperation {
  operationId: string;
  security?: object[];
}

export interface Document {
  info: { version: string };
  paths: Record<string, Record<string, DocumentedOperation>>;
}

/** Creates a route finder from the paths of a bundled document. */
export function createRouteFinder(document: Document): RouteFinder {
  const routes = Object.entries(document.paths).map(([template, item]) => ({
    pattern: patternOf(template),
    endsInSlash: template.endsWith("/"),
    placeholders: template.split("{").length - 1,
    item,
    methods: METHODS.filter((method) => Object.hasOwn(item, method)),
  }));
  routes.sort((one, other) => one.placeholders - other.placeholders); // OpenAPI gives concrete paths precedence

  return (method, path) => {
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (route === undefined) return "no such path";
    const wanted = method === "HEAD" ? "get" : method.toLowerCase();
    const found = route.methods.find((documented) => documented === wanted);
    const operation = found && route.item[found];
    if (found === undefined || operation === undefined) return { allow: route.methods.join(", ").toUpperCase() };
    return {
      operationId: operation.operationId,
      method: found,
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
