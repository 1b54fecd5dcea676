import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

const openapi = fileURLToPath(new URL("../../openapi/", import.meta.url));
const METHODS = ["get", "put", "post", "patch", "delete"];

/**
 * Completes the contract when Redocly reads it, with what is the same at most operations. What a file says itself has
 * precedence. CONTRIBUTING.md has the rules ("Add an endpoint").
 */
export default function writtenOnce() {
  return { id: "written-once", preprocessors: { oas3: { complete } } };
}

function complete() {
  let defaultSecurity = [];
  return {
    Root(root) {
      defaultSecurity = root.security ?? [];
    },
    PathItem(item, { key: path, location }) {
      for (const method of METHODS) {
        const operation = item[method];
        if (!operation) continue;
        const security = operation.security ?? defaultSecurity;
        const isPrivate = security.length > 0 && security.every((keys) => Object.keys(keys).length > 0);
        const names = { ...bodyResponses(operation), ...(isPrivate && privateResponses(operation, method, path)) };
        for (const [status, name] of Object.entries(names)) {
          operation.responses[status] ??= refer("responses", name, location);
        }
      }
    },
    Response(response, { location }) {
      const { description, headers, "x-errors": errors, content, ...rest } = response;
      for (const key of Object.keys(response)) delete response[key];
      Object.assign(
        response,
        { description, headers: { ...headers, "X-Request-Id": refer("headers", "X-Request-Id", location) } },
        errors ? { content: errorContent(errors, location) } : content && { content },
        rest,
      );
    },
  };
}

function bodyResponses({ requestBody }) {
  return requestBody && { 408: "RequestTimeout", 413: "RequestTooLarge", 415: "UnsupportedMediaType" };
}

function privateResponses(operation, method, path) {
  const changes = method !== "get" && operation["x-reads"] !== true;
  delete operation["x-reads"];
  return {
    401: "Unauthorized",
    ...(changes && { 403: "PermissionDenied" }),
    ...notFound(path),
    429: "Throttled",
    503: "ServiceUnavailable",
  };
}

function notFound(path) {
  if (path.includes("/{id}")) return { 404: "RecordNotFound" };
  if (path.startsWith("/api/projects/")) return { 404: "ProjectNotFound" };
  return path.startsWith("/api/organizations/") && { 404: "OrganizationNotFound" };
}

function errorContent(names, location) {
  const examples = Object.fromEntries(names.map((name) => [name, refer("examples/errors", name, location)]));
  return { "application/json": { schema: refer("schemas", "Error", location), examples } };
}

/** Returns a reference to a shared part, as the file at the location has to write it. */
function refer(folder, name, location) {
  const file = `${openapi}${folder}/${name}.yaml`;
  return { $ref: relative(dirname(location.source.absoluteRef), file) };
}
