import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { components } from "../../../generated/openapi.ts";
import { CommandFailure, UsageError } from "../cli-context.ts";
import { cliOperation } from "./cli-operations.ts";
import { callFailure, pathOf, type Service, type ServiceCall, type ServiceReply } from "./service.ts";

export const KEY_VARIABLE = "SIGHTLINE_API_KEY";

/** Calls a service over HTTP with a personal API key. */
export function remoteService(address: string, key: string | undefined): Service {
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
    return (JSON.parse(String(body)) as components["schemas"]["CurrentUser"]).organizations;
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
