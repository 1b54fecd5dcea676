import { parentPort } from "node:worker_threads";
import { connect, ownBuffer, transfer } from "../../lib/threads/channel.ts";
import { collectAtRest } from "../../lib/threads/collect-at-rest.ts";
import { checkRequest, type OpenedBody, openBody } from "../check-body.ts";
import type { CheckedRequest, ClientRequest } from "../client-request.ts";
import { loadContract } from "../contract/contract.ts";

export interface ParserApi {
  open(request: ClientRequest): OpenedBody;
  check(request: ClientRequest): Promise<CheckedRequest>;
}

if (parentPort) {
  collectAtRest();
  const contract = loadContract();
  connect(parentPort, {
    open(clientRequest) {
      const opened = openBody(clientRequest);
      return transfer(opened, ownBuffer(opened.json));
    },
    async check(clientRequest) {
      const checked = checkRequest(clientRequest, await contract);
      return "json" in checked.request ? transfer(checked, ownBuffer(checked.request.json)) : checked;
    },
  } satisfies ParserApi);
}
