import { StoreUnavailable } from "../../src/store/ports/common.ts";
import type { Store, StorePorts } from "../../src/store/ports/stores.ts";

/** For tests: when a process crashes: before a call of a port, or after it, before its result is returned. */
export type CrashMoment = "before" | "after";

type Call = (...args: never[]) => Promise<unknown>;

/** For tests: a store whose process crashes at the call with this number, counted from 0. */
export function crashingStore(
  store: Store,
  at: number,
  moment: CrashMoment,
): Pick<Store, "recordings" | "transaction" | "projectRemovals" | "records" | "events"> {
  let calls = 0;
  const crash = () => {
    throw new StoreUnavailable("The process is gone.");
  };
  const crashing =
    (call: Call): Call =>
    async (...args) => {
      const number = calls++;
      if (number > at || (number === at && moment === "before")) return crash();
      const result = await call(...args);
      return number === at ? crash() : result;
    };
  const crashingPort = <T extends object>(port: T): T =>
    Object.fromEntries(Object.entries(port).map(([name, call]) => [name, crashing(call as Call)])) as T;
  const crashingEach = <T extends object>(ports: T): T =>
    Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, crashingPort(port as object)])) as T;
  const crashingPorts = ({ recordings, ...ports }: StorePorts): StorePorts => ({
    ...crashingEach(ports),
    recordings: crashingEach(recordings),
  });
  const transaction: Store["transaction"] = (work) => store.transaction((ports) => work(crashingPorts(ports)));
  return {
    projectRemovals: crashingPort(store.projectRemovals),
    recordings: crashingEach(store.recordings),
    records: crashingPort(store.records),
    events: crashingPort(store.events),
    transaction: crashing(transaction as Call) as Store["transaction"],
  };
}
