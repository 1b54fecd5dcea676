import { setTimeout as sleep } from "node:timers/promises";
import { ProgressBar } from "../progress-bar.ts";
import { Random } from "../seeded-random.ts";
import { Attack } from "./attack.ts";
import { checkStored, checkUsage } from "./check-afterwards.ts";
import { casesInFlight, printProblems, printStatuses, printUsage, printWaits, problemsOf } from "./print-findings.ts";
import { Service } from "./service.ts";
import { createContext, createTenants, type FuzzTenants } from "./tenants.ts";
import { Bystander } from "./watch/bystander.ts";

/** The options of the command line. */
export interface FuzzOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Cases to repeat instead of new ones. */
  readonly replay: readonly number[];
  readonly maxWaitMs: number;
  readonly heapMegabytes: number;
}

/** How long the second client is alone before the attack, and after it. */
const CALM_MS = 3000;
const LOOK_INTERVAL_MS = 1000;

/** Fuzzes a service of its own and prints what it finds. Returns whether all is well. */
export async function runFuzz(options: FuzzOptions): Promise<boolean> {
  const service = await Service.create(options.heapMegabytes);
  const wrong: string[] = [];
  try {
    const tenants = await createTenants(service.environment);
    await service.start();
    const acknowledged = await fuzz(service, tenants, options, wrong);
    if (service.isRunning()) {
      const status = await service.stop();
      if (status !== 0) wrong.push(`The service ended with ${status} after SIGTERM.`);
    }
    await service.start();
    await service.waitUntilStored();
    await service.stop();
    wrong.push(...(await checkStored(service, tenants.bystander.projectId, acknowledged)));
    console.log(`${acknowledged.length} acknowledged events of the second client`);
  } catch (error) {
    wrong.push(String(error));
  }
  if (wrong.length > 0) printProblems(wrong, service.environment.dataDir);
  await service.remove(wrong.length > 0);
  return wrong.length === 0;
}

/** Attacks the running service, and adds what is wrong. Returns the marks of the second client's events. */
async function fuzz(
  service: Service,
  tenants: FuzzTenants,
  options: FuzzOptions,
  wrong: string[],
): Promise<readonly number[]> {
  const context = await createContext(service.base, tenants);
  const { projectApiKey: apiKey } = tenants.bystander;
  const bystander = await Bystander.start({ base: service.base, apiKey, maxWaitMs: options.maxWaitMs });
  try {
    await sleep(CALM_MS);
    printWaits("before", await bystander.report());
    const before = service.usage();
    const attack = new Attack(service.base, context);
    wrong.push(...(await watch(service, bystander, attack, options)), ...attack.wrong);
    printStatuses(attack);
    if (service.isRunning()) {
      await sleep(CALM_MS);
      printWaits("afterwards", await bystander.report());
      await service.waitUntilStored();
      wrong.push(...(await checkUsage(service, before)));
      printUsage(before, service.usage());
    }
    return (await bystander.stop()).acknowledged;
  } finally {
    bystander.kill();
  }
}

/** Attacks until the time is over or the service has ended. Returns what is wrong, in sentences. */
async function watch(service: Service, bystander: Bystander, attack: Attack, options: FuzzOptions): Promise<string[]> {
  const stop = new AbortController();
  const durationMs = options.seconds * 1000;
  const timer = setTimeout(() => stop.abort(), durationMs);
  const isReplay = options.replay.length > 0;
  const over = isReplay ? attack.replay(options.replay) : attack.run(new Random(options.seed), stop.signal);
  const state = { isOver: false };
  const marked = over.finally(() => {
    state.isOver = true;
  });
  const progress = new ProgressBar(durationMs);
  const wrong: string[] = [];
  let longestMs = 0;
  while (!state.isOver && service.isRunning()) {
    await Promise.race([sleep(LOOK_INTERVAL_MS), marked]);
    const report = await bystander.report();
    longestMs = Math.max(longestMs, report.longestMs);
    wrong.push(...problemsOf(report, attack));
    progress.show(`${attack.count} cases, longest wait ${longestMs} ms, ${wrong.length} problems`);
  }
  progress.clear();
  clearTimeout(timer);
  stop.abort();
  console.log(`during: the second client waited at most ${longestMs} ms`);
  if (!service.isRunning()) {
    const now = Date.now();
    wrong.push(
      `The service ended. In flight: ${casesInFlight(attack, now - LOOK_INTERVAL_MS, now)}`,
      service.logTail(),
    );
  }
  await marked;
  return wrong;
}
