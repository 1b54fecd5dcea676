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
        if (isPrivate && operation.requestBody) rewrite(operation, limitBody);
        const names = { ...bodyResponses(operation), ...(isPrivate && privateResponses(operation, method, path)) };
        for (const [status, name] of Object.entries(names)) {
          operation.responses[status] ??= refer("responses", name, location);
        }
      }
    },
    Response(response, { location }) {
      rewrite(response, ({ description, headers, "x-errors": errors, content, ...rest }) => ({
        description,
        headers: { ...headers, "X-Request-Id": refer("headers", "X-Request-Id", location) },
        ...(errors ? { content: errorContent(errors, location) } : content && { content }),
        ...rest,
      }));
    },
    Schema(schema, { location }) {
      if (schema["x-page-of"]) rewrite(schema, page);
      if (schema["x-saved"]) rewrite(schema, (own) => saved(own, refer("schemas", "User", location)));
    },
  };
}

/** Changes an object in its place, in the order in which readers expect its fields. */
function rewrite(object, change) {
  const changed = change({ ...object });
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, changed);
}

function limitBody({ operationId, "x-body-limit": bytes = 262144, ...rest }) {
  return { operationId, "x-body-limit": bytes, ...rest };
}

function page({ description, "x-page-of": what, items }) {
  const address = (which) => ({ description: `The URL of the ${which}.`, type: ["string", "null"], format: "uri" });
  const properties = {
    count: { description: `The total number of ${what}.`, type: "integer", minimum: 0 },
    next: address("next page; null on the last page"),
    previous: address("previous page; null on the first page"),
    results: { description: `The ${what} of this page.`, type: "array", items },
  };
  return { description, type: "object", required: Object.keys(properties), properties };
}

function saved({ description, type, required, properties, "x-saved": _, ...rest }, user) {
  const time = (when) => ({ description: `When it was ${when}.`, type: "string", format: "date-time" });
  const author = (whoDid) => ({
    description: `Who ${whoDid} it; null for a user who no longer exists, and for the command line.`,
    oneOf: [{ ...user }, { type: "null" }],
  });
  const added = {
    version: { description: "1 for a new one, and incremented with each change.", type: "integer", minimum: 1 },
    created_at: time("created"),
    created_by: author("created"),
    updated_at: time("last changed"),
    updated_by: author("last changed"),
  };
  return {
    description,
    type,
    required: [...required, ...Object.keys(added)],
    properties: { ...properties, ...added },
    ...rest,
  };
}

function bodyResponses({ requestBody }) {
  return requestBody && { 408: "RequestTimeout", 413: "RequestTooLarge", 415: "UnsupportedMediaType" };
}

function privateResponses(operation, method, path) {
  const changes = method !== "get" && operation["x-reads"] !== true;
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
