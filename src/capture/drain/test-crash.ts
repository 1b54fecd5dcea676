import { StoreUnavailable } from "../../storage/ports/common.ts";
import type { Store, StorePorts } from "../../storage/ports/stores.ts";

/** For tests: when a process ends, seen from a call of a port: before it does anything, or after all of it, before anybody hears of it. */
export type CrashMoment = "before" | "after";

type Call = (...args: never[]) => Promise<unknown>;

/** For tests: a store as a process sees it that ends at its call with this number, counted from 0. */
export function crashingStore(
  documents: Store,
  at: number,
  moment: CrashMoment,
): Pick<Store, "recordings" | "transaction"> {
  let calls = 0;
  const crash = () => {
    throw new StoreUnavailable("The process is gone.");
  };
  const mortal =
    (call: Call): Call =>
    async (...args) => {
      const number = calls++;
      if (number > at || (number === at && moment === "before")) return crash();
      const result = await call(...args);
      return number === at ? crash() : result;
    };
  const mortalPort = <T extends object>(port: T): T =>
    Object.fromEntries(Object.entries(port).map(([name, call]) => [name, mortal(call as Call)])) as T;
  const mortalEach = <T extends object>(ports: T): T =>
    Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, mortalPort(port as object)])) as T;
  const mortalPorts = ({ recordings, ...ports }: StorePorts): StorePorts => ({
    ...mortalEach(ports),
    recordings: mortalEach(recordings),
  });
  const together: Store["transaction"] = (work) => documents.transaction((ports) => work(mortalPorts(ports)));
  return {
    recordings: mortalEach(documents.recordings),
    transaction: mortal(together as Call) as Store["transaction"],
  };
}
