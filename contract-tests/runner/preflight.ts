import { randomUUID } from "node:crypto";
import { buildMessage, type RequestOptions } from "../client/build-message.ts";
import { decodeBody, exchange, type RawRequest, type RawResponse } from "../client/exchange.ts";
import { document, type OperationId } from "../contract/contract-document.ts";
import { eventually } from "../support/poll.ts";
import { rrwebEventFactory, snapshotBody } from "../support/rrweb-events.ts";
import type { Tenant } from "../target-description.ts";
import { reason } from "./deployed-contract.ts";
import { PreflightError } from "./errors.ts";

const PROCESSING_TIMEOUT_MS = 120_000;

/**
 * Checks that a service of the contract answers at the address, in a compatible version, and that the keys are valid
 * and belong to the project and the organization; with `readOnly`, only as far as reading tells. Throws
 * `PreflightError`.
 */
export async function checkDeployment(
  url: string,
  tenant: Tenant,
  { processingTimeoutMs = PROCESSING_TIMEOUT_MS, readOnly = false } = {},
): Promise<void> {
  const ask = async (message: RawRequest) => {
    const response = await exchange(url, message).catch((error: Error) => {
      throw new PreflightError(`${url} cannot be reached: ${reason(error)}.`);
    });
    const { status, headers } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined)
      throw new PreflightError(`${url} redirects to ${headers.location}: test that address.`);
    return response;
  };
  const call = (id: OperationId, options: RequestOptions = {}) => ask(buildMessage(id, options, tenant));
  await checkIdentity(url, (path) => ask({ method: "GET", path }));
  await checkPersonalKey(call, tenant);
  if (readOnly) return;
  await checkChanges(call);
  await checkProjectKey(call, tenant, processingTimeoutMs);
}

async function checkIdentity(url: string, get: (path: string) => Promise<RawResponse>): Promise<void> {
  const health = await get("/_health");
  const { info } = readJson(await get("/openapi.json")) as { info?: { title?: string; version?: string } };
  if (health.status !== 200 || info?.title !== (document.info as { title: string }).title) {
    throw new PreflightError(
      `${url} is another program than Sightline: GET /_health was answered with ${health.status}, and /openapi.json ` +
        "is not Sightline's contract.",
    );
  }
  checkVersion(info.version ?? "", (document.info as { version: string }).version);
}

/** Throws `PreflightError` if the deployment lacks what the suite tests, or serves another major version. */
export function checkVersion(deployed: string, tested: string): void {
  const [major = 0, minor = 0, patch = 0] = deployed.split(".").map(Number);
  const [testedMajor = 0, testedMinor = 0, testedPatch = 0] = tested.split(".").map(Number);
  const isComplete = minor > testedMinor || (minor === testedMinor && patch >= testedPatch);
  if (major === testedMajor && isComplete) return;
  throw new PreflightError(
    `The deployment has version ${deployed} of the contract, and this suite tests ${tested}: ` +
      "update the deployment, or run the suite of its release.",
  );
}

type Call = (id: OperationId, options?: RequestOptions) => Promise<RawResponse>;

async function checkPersonalKey(call: Call, { projectId, organizationId }: Tenant): Promise<void> {
  const query = { limit: 1 };
  const recordings = await call("session_recordings_list", { query });
  if (recordings.status === 401) throw new PreflightError("SIGHTLINE_PERSONAL_API_KEY is not a valid key there.");
  if (recordings.status === 404) {
    throw new PreflightError(`The personal API key has no access to the project ${projectId} (SIGHTLINE_PROJECT_ID).`);
  }
  requireStatus(recordings, 200, "The list of recordings");
  const invites = await call("invites_list", { query });
  if (invites.status === 404) {
    const variable = "SIGHTLINE_ORGANIZATION_ID";
    throw new PreflightError(`The personal API key has no access to the organization ${organizationId} (${variable}).`);
  }
  requireStatus(invites, 200, "The list of invites");
}

async function checkChanges(call: Call): Promise<void> {
  const removed = await call("session_recordings_destroy", { path: { id: `preflight-${randomUUID()}` } });
  if (removed.status === 403) {
    throw new PreflightError("SIGHTLINE_PERSONAL_API_KEY is read-only: the suite makes changes.");
  }
}

/** No response says to which project a key belongs, so a recording that is sent with it must appear in the project. */
async function checkProjectKey(call: Call, { projectApiKey, projectId }: Tenant, timeoutMs: number): Promise<void> {
  if (projectApiKey.startsWith("phx_")) {
    throw new PreflightError("SIGHTLINE_PROJECT_API_KEY is a personal API key: a project API key begins with phc_.");
  }
  const id = `preflight-${randomUUID()}`;
  const json = snapshotBody(projectApiKey, { sessionId: id }, [rrwebEventFactory(Date.now()).full(0)]);
  const sent = await call("capture", { json });
  if (sent.status === 401) throw new PreflightError("SIGHTLINE_PROJECT_API_KEY is not a valid key there.");
  requireStatus(sent, 200, "An event");
  const look = async () => (await call("session_recordings_retrieve", { path: { id } })).status === 200;
  await eventually("the recording is there", look, timeoutMs).catch(() => {
    throw new PreflightError(
      `What is sent with SIGHTLINE_PROJECT_API_KEY does not appear in the project ${projectId} within ` +
        `${timeoutMs / 1000} seconds: the key belongs to another project, or the deployment is behind.`,
    );
  });
  const removed = await call("session_recordings_destroy", { path: { id } });
  requireStatus(removed, 204, "The deletion of a recording");
}

function requireStatus(response: RawResponse, status: number, what: string): void {
  if (response.status === status) return;
  const { detail = "" } = readJson(response) as { detail?: string };
  throw new PreflightError(`${what} was answered with ${response.status} instead of ${status}: ${detail}`);
}

function readJson(response: RawResponse): object {
  try {
    const value: unknown = JSON.parse(decodeBody(response));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
