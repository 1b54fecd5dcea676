import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHttpServer } from "../../http/adapters/http-server.ts";
import { isClientOperation } from "../../http/answer.ts";
import { findRoute, type Route } from "../../http/contract/routes.ts";
import { corsHeaders, isOpenToBrowsers, preflightHeaders } from "../../http/cors.ts";
import { readSessionCookie } from "../../http/session-cookie.ts";
import { type Closer, closeAll, closeOnFailure } from "../../lib/threads/closers.ts";
import { watchTermination } from "../../lib/threads/termination.ts";
import { readConfig } from "../../settings/config.ts";
import { createLog } from "../create-log.ts";
import { type OpenService, openService, type ServiceContext } from "../open-service.ts";
import { type DocumentedResponses, loadDocumented } from "./documented-failures.ts";
import { currentRequest, newRequestContext, TenantKeyring } from "./request-context.ts";
import { loadExamples } from "./sample-data.ts";
import { sandboxHandlers } from "./sandbox-handlers.ts";
import { answerSandbox, isSandboxPath, openSandboxDocument } from "./sandbox-operations.ts";
import { sendDocumented, sendError } from "./send-reply.ts";
import { startTenants, type Tenant, type Tenants } from "./tenants.ts";
import { watchEvents } from "./watch-events.ts";

const LOCAL_ORIGIN = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Lets pages of this machine and these origins call all operations. Returns true for a preflight, which it answers. */
function localPages(origins: readonly string[]) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers, method = "", url = "" } = request;
    const [path = ""] = url.split("?", 1);
    if (!headers.origin || !(LOCAL_ORIGIN.test(headers.origin) || origins.includes(headers.origin))) return false;
    if (isOpenToBrowsers(findRoute(method, path), path)) return false;
    const common = { ...corsHeaders(headers.origin), Vary: "Origin" };
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value);
    const preflight = method === "OPTIONS" ? preflightHeaders(headers) : null;
    if (!preflight) return false;
    response
      .writeHead(204, { ...preflight, "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS" })
      .end();
    return true;
  };
}

const IN_PATH = /^\/api\/(projects|organizations)\/([\w-]+)/;

/** Replaces a tenant's earlier ids, and those of the default tenant if the request names one, by its present ids. */
function withPresentIds(url: string, named: Tenant | null, tenants: Tenants): string {
  return url.replace(IN_PATH, (path, kind: string, id: string) => {
    const { identity } = tenants.default;
    if (kind === "organizations") {
      return named && id === identity.organizationId ? `/api/organizations/${named.identity.organizationId}` : path;
    }
    const owner = tenants.ofProject(id);
    if (!owner) return path;
    return `/api/projects/${(owner === tenants.default ? (named ?? owner) : owner).projectId}`;
  });
}

/** Limits protect a service from its clients; tests are its only ones. */
const SETTINGS = { RESPONSE_VALIDATION: "throw", RATE_LIMIT_PER_MINUTE: "0", PASSWORDS: "false" };

/** Starts the service with the data of the contract's examples. Throws one clear line if it cannot start. */
export async function startSandbox(
  options: SandboxAddress & Pick<ServiceContext, "log" | "onFatal">,
  directory: string,
) {
  const { host, port, origins, log, onFatal } = options;
  const stopping = new AbortController();
  const allowPages = localPages(origins);
  const [documented, examples] = await Promise.all([loadDocumented(), loadExamples()]);
  const closers: Closer[] = [];
  return closeOnFailure(closers, async () => {
    const dataDir = await mkdtemp(join(directory, "data-"));
    closers.push(() => rm(dataDir, { recursive: true }));
    let keyring: TenantKeyring | undefined;
    const config = { ...readConfig({ ...SETTINGS, DATA_DIR: dataDir }), isThrowaway: true };
    const service = await openService(config, {
      log,
      onFatal,
      adoptsStore: false,
      signal: stopping.signal,
      watch: watchEvents(() => tenants.default),
      createKeyring: (...parameters) => {
        keyring = new TenantKeyring(...parameters);
        return keyring;
      },
      now: () => (currentRequest()?.tenant ?? keyring?.tenants?.default)?.now() ?? Date.now(),
    });
    closers.push(service.close);
    const ports = { ...service, files: service.fileStore.files, examples };
    const tenants = await startTenants({ ...ports, forgetKeys: () => keyring?.forget() });
    if (keyring) keyring.tenants = tenants;
    const document = await openSandboxDocument();
    const handlers = sandboxHandlers({ ...ports, tenants, documented, signal: stopping.signal });
    const listener: RequestListener = (request, response) => {
      if (allowPages(request, response)) return;
      if (isSandboxPath(request.url ?? "")) return void answerSandbox(request, response, document, handlers);
      void answerOperation(request, response, service, tenants, documented);
    };
    const server = await startHttpServer(listener, { ...readConfig({}), HOST: host, PORT: port });
    closers.push((signal) => server.close(signal));
    const { identity, projectId } = tenants.default;
    /** Ends it without waiting for requests in progress. */
    const stop = async () => {
      stopping.abort();
      await closeAll(closers, AbortSignal.abort());
    };
    return { port: server.port, tenant: { ...identity, projectId }, stop };
  });
}

/** Answers as the service in the name of a tenant, or fails as its header or the tenant's failures say. */
async function answerOperation(
  request: IncomingMessage,
  response: ServerResponse,
  service: OpenService,
  tenants: Tenants,
  documented: DocumentedResponses,
): Promise<void> {
  const { method = "", url = "", headers } = request;
  const route = findRoute(method, url.split("?", 1)[0] ?? "");
  try {
    await tenants.settled();
    const name = headers["x-sandbox-tenant"];
    const named = name === undefined ? null : await tenants.get(String(name));
    request.url = withPresentIds(url, named, tenants);
    if (!route || !("operation" in route)) return service.listener(request, response);
    const context = newRequestContext(route, response, named, documented);
    context.prefer(request);
    if (named) context.belongsTo(named);
    else if (!hasKey(route, request)) context.belongsTo(tenants.default);
    if (context.error && !isClientOperation(route.operation)) sendDocumented(request, response, context.error, route);
    else context.run(() => service.listener(request, response));
  } catch (error) {
    sendError(request, response, error, route);
  }
}

function hasKey({ operation }: Route, { headers }: IncomingMessage): boolean {
  if (isClientOperation(operation)) return true;
  return operation.access === "private" && readSessionCookie(headers) === undefined;
}

export interface SandboxAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Origins of pages that may call every operation, besides those of this machine. */
  readonly origins: readonly string[];
}

const MAX_STOP_MS = 15_000;
const LOG_SETTINGS = { LOG_LEVEL: "warn", LOG_FORMAT: "text" } as const;

/** Runs a sandbox until SIGTERM or SIGINT. Throws an error with a one-line message if it cannot start or fails. */
export async function runSandbox({ host, port, origins }: SandboxAddress, output: NodeJS.WritableStream) {
  const directory = mkdtempSync(join(tmpdir(), "sightline-sandbox-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const write = (text: string) => void process.stderr.write(text);
  const { log } = createLog(LOG_SETTINGS, { isTerminal: true, write });
  const { terminated, onFatal } = watchTermination();
  // Ctrl-C may come twice, from the terminal and npm: the second signal must not leave the directory behind.
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => setTimeout(() => process.exit(1), MAX_STOP_MS).unref());
  }
  const sandbox = await startSandbox({ host, port, origins, log, onFatal }, directory).catch((error: Error) => {
    const isInUse = (error.cause as NodeJS.ErrnoException | undefined)?.code === "EADDRINUSE";
    throw isInUse ? new Error(`Port ${port} is in use: choose another with --port.`) : error;
  });
  output.write(formatWelcome(sandbox, host));
  try {
    await terminated;
  } finally {
    await sandbox.stop();
  }
}

function formatWelcome({ port, tenant }: Awaited<ReturnType<typeof startSandbox>>, host: string): string {
  const base = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { organizationId, projectId, projectApiKey, personalApiKey } = tenant;
  return `Sandbox: ${base} (Ctrl-C stops it)
For development and tests only: everybody knows its keys, and its data is deleted when it ends.

  organization      ${organizationId}
  project           ${projectId}
  project API key   ${projectApiKey}
  personal API key  ${personalApiKey}

curl ${base}/capture/ -H 'Content-Type: application/json' \\
  -d '{"api_key": "${projectApiKey}", "event": "hello", "distinct_id": "ada"}'
curl '${base}/_sandbox/events?wait=5'
curl ${base}/api/projects/${projectId}/session_recordings -H 'Authorization: Bearer ${personalApiKey}'

The console is at ${base}/_sandbox/console
The reference is at ${base}/docs
`;
}
