import { parentPort } from "node:worker_threads";
import { connect, ownBuffer, transfer } from "../../threads/channel.ts";
import { collectAtRest } from "../../threads/collect-at-rest.ts";
import { checkRequest } from "../check-body.ts";
import { Contract } from "../contract/contract.ts";
import type { CheckedRequest, PostedRequest } from "../posted-request.ts";

/** What the parser thread offers to the thread that takes requests. */
export interface ParserApi {
  check(request: PostedRequest): Promise<CheckedRequest>;
}

if (parentPort) {
  collectAtRest();
  const contract = Contract.load();
  connect(parentPort, {
    async check(posted) {
      const checked = checkRequest(posted, await contract);
      return "json" in checked.request ? transfer(checked, ownBuffer(checked.request.json)) : checked;
    },
  } satisfies ParserApi);
}
