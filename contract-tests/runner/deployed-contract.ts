import { readFileSync } from "node:fs";
import { exchange } from "../client/exchange.ts";
import { PreflightError } from "./errors.ts";

interface Contract {
  readonly info: { readonly title: string; readonly version: string };
}

const OWN = new URL("../../generated/complete.json", import.meta.url);
/** Where versions of the service have everything that they accept and answer: older ones had one document. */
const ADDRESSES = ["/complete.json", "/openapi.json"];
const MAX_BYTES = 16 * 1024 * 1024;

/** The contract of a deployment, if it is older than this suite. */
export interface OlderContract {
  readonly version: string;
  readonly json: string;
}

/**
 * Returns the contract of a deployment that is older than that of the suite; undefined for the same or a newer minor
 * version, which is measured by the suite's. Throws `PreflightError` for another major version or another program.
 */
export async function olderContract(url: string): Promise<OlderContract | undefined> {
  const own = JSON.parse(readFileSync(OWN, "utf8")) as Contract;
  const deployed = await fetchContract(url, own.info.title);
  const [version, tested] = [deployed.version, own.info.version];
  if (partsOf(version)[0] !== partsOf(tested)[0]) {
    throw new PreflightError(
      `The deployment has version ${version} of the contract, and this suite tests ${tested}: use the suite of ` +
        `version ${partsOf(version)[0]}.`,
    );
  }
  return isOlder(partsOf(version), partsOf(tested)) ? deployed : undefined;
}

function partsOf(version: string): number[] {
  return version.split(".").map(Number);
}

function isOlder(version: readonly number[], other: readonly number[]): boolean {
  const index = version.findIndex((part, place) => part !== other[place]);
  return index !== -1 && (version[index] ?? 0) < (other[index] ?? 0);
}

async function fetchContract(url: string, title: string): Promise<OlderContract> {
  for (const path of ADDRESSES) {
    const response = await exchange(url, { method: "GET", path }).catch((error: Error) => {
      throw new PreflightError(`${url} cannot be reached: ${reason(error)}.`);
    });
    const { status, headers, bytes } = response;
    if (status >= 300 && status < 400 && headers.location !== undefined)
      throw new PreflightError(`${url} redirects to ${headers.location}: test that address.`);
    const json = bytes.length > MAX_BYTES ? "" : bytes.toString("utf8");
    const contract = status === 200 ? parse(json) : undefined;
    if (contract?.info?.title === title && /^\d+\.\d+\.\d+$/.test(contract.info.version))
      return { version: contract.info.version, json };
  }
  throw new PreflightError(
    `${url} is another program than Sightline: ${ADDRESSES.join(" and ")} are not its contract.`,
  );
}

function parse(json: string): Contract | undefined {
  try {
    return JSON.parse(json) as Contract;
  } catch {
    return undefined;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be resolved",
  ECONNRESET: "it closes the connection without an answer",
  EPROTO: "it does not speak HTTPS",
};

/** Says why a request had no response. */
export function reason(error: Error): string {
  const { code = "", message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
