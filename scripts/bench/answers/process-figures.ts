import { readdir, readFile } from "node:fs/promises";

/** The length of a clock tick in /proc, in seconds. */
const TICK_SECONDS = 0.01;

/** Returns the CPU time of a process and of its processes that have ended, in seconds, to 10 ms. */
export async function cpuWithEnded(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) * TICK_SECONDS;
}

/** Returns the CPU time of the present threads of a process, in seconds, exactly. */
export async function cpuOfThreads(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = threads.map(async (thread) => {
    return Number((await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0")).split(" ")[0]);
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0) / 1e9;
}

/** Returns the most memory that a process had, in bytes; 0 if it has ended. */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Returns the processes that a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => ""));
  return (await Promise.all(lists)).flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}
