import { startTcpProxy, type TcpProxy } from "../../test/support/tcp-proxy.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** The proxies of this process in front of MongoDB, by the URLs that lead through them. */
const mongoProxies = new Map<string, TcpProxy>();

/** Returns this process's proxy in front of the environment's MongoDB. Throws if there is none. */
export function mongoProxyOf({ engineSettings: engines }: TestEnvironment): TcpProxy {
  const proxy = mongoProxies.get(engines.MONGODB_URL ?? "");
  if (!proxy) throw new Error("This MongoDB cannot be disconnected: this process has no proxy in front of it.");
  return proxy;
}

/** Closes this process's proxy in front of the environment's MongoDB, if any. */
export async function closeMongoProxy({ engineSettings: engines }: TestEnvironment): Promise<void> {
  await mongoProxies.get(engines.MONGODB_URL ?? "")?.disconnect();
}

/**
 * Returns an address that leads to the same MongoDB through a proxy. Throws if it names several hosts: a client would
 * reach the others past the proxy.
 */
export async function startMongoProxy(url: string): Promise<string> {
  const [, begin, host = "", rest = ""] = /^(mongodb:\/\/(?:[^@/]*@)?)([^@/?]+)(.*)$/.exec(url) ?? [];
  if (begin === undefined || host.includes(",")) {
    throw new Error("Outages of MongoDB can be tried only with a MONGODB_URL that names one host, mongodb://….");
  }
  const [name = "", port = "27017"] = host.split(":");
  const proxy = await startTcpProxy(name, Number(port));
  const [path = "", query = ""] = rest.split("?");
  const options = new URLSearchParams(query);
  options.delete("replicaSet");
  options.set("directConnection", "true");
  const through = `${begin}127.0.0.1:${proxy.port}${path || "/"}?${options}`;
  mongoProxies.set(through, proxy);
  return through;
}
