import { Readable } from "node:stream";
import { answerCaller } from "../../http/answer.ts";
import { Contract } from "../../http/contract/contract.ts";
import { BodyMemory } from "../../http/decode/body-memory.ts";
import { innerRequest } from "../../http/http-message.ts";
import { operationHandlers } from "../../http/operations/operation-handlers.ts";
import { renderError } from "../../http/render-error.ts";
import { toJson } from "../../http/respond.ts";
import { closing } from "../../lib/threads/closers.ts";
import { readConfig } from "../../settings/config.ts";
import type { Store } from "../../store/ports/stores.ts";
import { OPERATOR } from "../../tenants/authorize.ts";
import type { Caller } from "../../tenants/keyring.ts";
import { findOnlyUser } from "../choose-project.ts";
import { type CliContext, CommandFailure, withStore } from "../cli-context.ts";
import { openLocalPorts } from "./local-ports.ts";
import { callFailure, pathOf, type Service, type ServiceCall, type ServiceReply } from "./service.ts";

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const BODY_LIMITS = { limit: MAX_BODY_BYTES, memory: new BodyMemory(MAX_BODY_BYTES) };
/** Operations about the caller, or recorded for one: the operator is no user. */
const NEEDS_USER =
  /^(users_me|personal_keys|sessions|passkeys|invites_create|invites_bulk|session_recordings_(un)?pin)/;

/** Answers operations in this process on the configured store, as the operator or as the user with this address. */
export function withLocalService<T>(
  { user, needsFiles }: { readonly user: string | undefined; readonly needsFiles: boolean },
  context: CliContext,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  return withStore(context, async (store) => {
    const config = readConfig(context.environment);
    await using ports = closing(await openLocalPorts(config, store, needsFiles, context));
    const answerPorts = {
      contract: await Contract.load(),
      handlers: operationHandlers(ports.service),
      tenants: ports.service.store.tenants,
      bodyLimits: BODY_LIMITS,
      deprecatedUse: { noteBody: () => {} },
    };
    const call = async (request: ServiceCall): Promise<ServiceReply> => {
      const { operation, path: params } = request;
      const caller = await findCaller(user, NEEDS_USER.test(operation.id), store);
      const route = { ...request, operation: operation.contract, params };
      const inner = { ...innerRequest(route, "http://localhost"), url: pathOf(request).split("?", 1)[0] ?? "" };
      try {
        const reply = await answerCaller(caller, route, inner, answerPorts);
        const { headers = {} } = reply;
        if (reply.stream !== undefined) {
          const body = reply.stream instanceof Readable ? reply.stream : Readable.from([reply.stream]);
          return { headers, type: reply.type, body };
        }
        if (reply.body === undefined) return { headers, type: null, body: "" };
        return { headers, type: "application/json", body: Buffer.from(toJson(reply.body)).toString() };
      } catch (error) {
        const { status, body, cause } = renderError(error, route);
        if (status === 500 || cause instanceof Error) throw cause;
        throw callFailure(status, body, operation);
      }
    };
    const projects = () => store.tenants.listProjects();
    const organizations = () => store.tenants.listOrganizations();
    return await work({ call, projects, organizations });
  });
}

async function findCaller(email: string | undefined, needsUser: boolean, { tenants }: Store): Promise<Caller> {
  const caller = { keyId: "command line", readOnly: false };
  if (email === undefined && !needsUser) return { ...caller, userId: OPERATOR };
  const user = email === undefined ? await findOnlyUser(tenants, "--user") : await tenants.findUserByEmail(email);
  if (user === null) throw new CommandFailure(`No user has the address ${email}.`);
  return { ...caller, userId: user.id };
}
