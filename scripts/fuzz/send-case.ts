import type { Agent } from "node:http";
import { exchange, type RawRequest } from "../../contract-tests/client/exchange.ts";
import { ContractViolation, checkResponse } from "../../contract-tests/contract/check-response.ts";
import { visibleAnswer } from "../../contract-tests/isolation/visible-answer.ts";
import { exchangeRaw } from "./exchange-raw.ts";
import type { FuzzCase } from "./generate/fuzz-case.ts";
import type { TenantPair } from "./generate/tenant-pair.ts";

/** What came of a case: the statuses of its responses, or none, and how they break the contract. */
export interface Outcome {
  readonly statuses: readonly number[];
  readonly violations: readonly string[];
}

/** Does what the case says, and checks each response. A refused connection is no response. */
export async function sendCase(base: string, sent: FuzzCase, agent: Agent): Promise<Outcome> {
  const { messages, attack, pair } = sent;
  if (attack) return checkRaw(await exchangeRaw(base, attack));
  if (pair) return sendPair(base, pair, agent);
  if (!messages) throw new Error("A case has messages, a pair of them, or an attack.");
  const outcomes: Outcome[] = [];
  for (const message of messages) outcomes.push(await sendMessage(base, message, agent));
  return {
    statuses: outcomes.flatMap(({ statuses }) => statuses),
    violations: outcomes.flatMap(({ violations }) => violations),
  };
}

async function sendMessage(base: string, message: RawRequest, agent: Agent): Promise<Outcome> {
  const response = await exchange(base, message, agent).catch(() => null);
  if (response === null) return { statuses: [], violations: [] };
  const violations: string[] = [];
  try {
    checkResponse(message, response);
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    violations.push(error.message);
  }
  return { statuses: [response.status], violations };
}

/** Sends both requests and compares all that a client sees. */
async function sendPair(base: string, { foreign, absent }: TenantPair, agent: Agent): Promise<Outcome> {
  const seen = async (message: RawRequest) => {
    const response = await exchange(base, message, agent);
    return { status: response.status, text: visibleAnswer(response) };
  };
  const answers = await Promise.all([seen(foreign), seen(absent)]).catch(() => []);
  const [one, other] = answers;
  const isAlike = one?.text === other?.text;
  const violation = `A foreign id is answered with ${one?.text}, an absent one with ${other?.text}.`;
  return { statuses: answers.map(({ status }) => status), violations: isAlike ? [] : [violation] };
}

/** What Node's HTTP parser answers by itself before there is a request, and what this service answers to one. */
const RAW_STATUSES = new Set([200, 204, 400, 401, 404, 405, 408, 413, 415, 417, 429, 431, 503]);

function checkRaw(answers: readonly string[]): Outcome {
  const statuses = answers.flatMap((text) =>
    [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
  );
  const wrong = statuses.filter((status) => status !== 100 && !RAW_STATUSES.has(status));
  return { statuses, violations: wrong.map((status) => `A raw request was answered with ${status}.`) };
}
