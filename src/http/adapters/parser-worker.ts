import { parentPort } from "node:worker_threads";
import { connect, ownBuffer, transfer } from "../../threads/channel.ts";
import { type CheckedEvents, checkEvents, type DecodedRequest } from "../answer.ts";
import { Contract } from "../contract/contract.ts";
import type { EventOperationId } from "../contract/operation-types.ts";

/** What the parser thread offers to the thread that takes requests. */
export interface ParserApi {
  check(request: DecodedRequest<EventOperationId>): Promise<CheckedEvents>;
}

if (parentPort) {
  const contract = Contract.load();
  connect(parentPort, {
    async check(request) {
      const checked = checkEvents(request, await contract);
      return transfer(checked, ownBuffer(checked.request.json));
    },
  } satisfies ParserApi);
}
