import { parentPort } from "node:worker_threads";
import { connect, ownBuffer, transfer } from "../../threads/channel.ts";
import { answerEvents, type DecodedRequest } from "../answer.ts";
import { Contract } from "../contract/contract.ts";
import type { AnyReply, EventOperationId } from "../contract/operation-types.ts";
import { type EventPorts, eventOperations } from "../operations/event-operations.ts";

/** What the parser thread offers to the thread that takes requests. */
export interface ParserApi {
  answer(request: DecodedRequest<EventOperationId>): Promise<AnyReply>;
}

/** What it calls back there: the ports of the operations that take events. */
export interface ParserHost {
  readonly findProject: EventPorts["projects"]["find"];
  readonly accept: EventPorts["capture"]["accept"];
  readonly countAccepted: EventPorts["metrics"]["countAccepted"];
}

if (parentPort) {
  const contract = Contract.load();
  const { remote } = connect<ParserHost>(parentPort, {
    answer: async (request) => answerEvents(request, { contract: await contract, handlers }),
  } satisfies ParserApi);
  const handlers = eventOperations({
    projects: { find: remote.findProject },
    capture: {
      accept: (projectId, operation, body) => remote.accept(projectId, operation, transfer(body, ownBuffer(body))),
    },
    metrics: { countAccepted: (events) => void remote.countAccepted(events).catch(() => undefined) },
  });
}
