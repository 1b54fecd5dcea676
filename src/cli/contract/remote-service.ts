import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Schemas } from "../../../generated/openapi.ts";
import type { EventQuestion } from "../../questions/kinds/plan-question.ts";
import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { type CliContext, CommandFailure, UsageError } from "../cli-context.ts";
import { type CliOperation, cliOperation } from "./cli-operations.ts";
import { readPath } from "./read-path.ts";
import { callFailure, pathOf, RefusedCall, type Service, type ServiceCall, type ServiceReply } from "./service.ts";

export const KEY_VARIABLE = "SIGHTLINE_API_KEY";

function remoteService(address: string, key: string | undefined): Service {
  const base = address.replace(/\/+$/, "");
  if (!URL.canParse(base)) throw new UsageError(`--url must be an address such as https://sightline.example.`);
  if (key === undefined || key === "") {
    throw new UsageError(`--url needs a personal API key: add --api-key, or set ${KEY_VARIABLE}.`);
  }
  const call = async (request: ServiceCall): Promise<ServiceReply> => {
    const { operation, body, accept = "*/*" } = request;
    const unreachable = (error: Error) => {
      throw new CommandFailure(`${base} cannot be reached: ${reasonOf(error)}.`);
    };
    const response = await fetch(`${base}${pathOf(request)}`, {
      method: operation.contract.method,
      headers: { authorization: `Bearer ${key}`, accept, ...(body !== undefined && { "content-type": JSON_TYPE }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(unreachable);
    const { status, headers } = response;
    const type = headers.get("content-type");
    if (!response.ok) throw callFailure(status, parseError(await response.text().catch(unreachable)), operation);
    const isStream = response.body !== null && type !== null && !type.startsWith(JSON_TYPE);
    return {
      ...{ type, headers: Object.fromEntries(headers) },
      body: isStream ? Readable.fromWeb(response.body as ReadableStream) : await response.text().catch(unreachable),
    };
  };
  const organizations = async () => {
    const operation = cliOperation("users_me_retrieve");
    const { body } = await call({ operation, path: {}, query: new URLSearchParams() });
    return (JSON.parse(String(body)) as Schemas["CurrentUser"]).organizations;
  };
  return {
    call,
    organizations,
    projects: async () => {
      const projects = (await organizations()).flatMap((organization) => organization.projects);
      return projects.map(({ id, name }) => ({ id: String(id), name }));
    },
  };
}

const JSON_TYPE = "application/json";

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

function parseError(text: string): object {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Operations whose handlers read files of recordings. */
const NEEDS_FILES = /^(session_recordings|persons_export|mcp_call)/;

/** Runs work with the service at `--url`, or with this program as the operator of the configured store. */
export async function withService<T>(
  { id }: Pick<CliOperation, "id">,
  { user }: { readonly user?: string },
  context: CliContext,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const { url, apiKey } = context.remote?.() ?? {};
  if (url === undefined) {
    if (apiKey !== undefined) throw new UsageError("--api-key goes with --url.");
    const { withLocalService } = await import("./local-service.ts"); // loads all handlers
    return withLocalService({ user, needsFiles: NEEDS_FILES.test(id) }, context, work);
  }
  if (user !== undefined) throw new UsageError("--user is not for --url, where the key says whose it is.");
  return work(remoteService(url, apiKey ?? context.environment[KEY_VARIABLE]));
}

export function askQuestion(
  project: string | undefined,
  question: EventQuestion,
  context: CliContext,
): Promise<QueryResponse> {
  const operation = cliOperation("query_create");
  return withService(operation, {}, context, async (service) => {
    const path = await readPath(operation, [], project === undefined ? {} : { project }, service);
    const call = { operation, path, query: new URLSearchParams(), body: { query: question } };
    const { body } = await service.call(call).catch((error: unknown) => {
      throw error instanceof RefusedCall ? new CommandFailure(error.detail) : error;
    });
    return JSON.parse(String(body)) as QueryResponse;
  });
}
