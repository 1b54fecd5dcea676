import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../seeded-random.ts";
import { Attack } from "./attack.ts";
import { checkStored, checkUsage } from "./check-afterwards.ts";
import { existingService } from "./existing-service.ts";
import { findCause } from "./find-cause.ts";
import { type FuzzCase, SIEGE_KINDS } from "./generate/fuzz-case.ts";
import type { FuzzContext } from "./generate/fuzz-context.ts";
import { printProblems, printStatuses, printUsage, printWaits } from "./print-findings.ts";
import { CALM_MS, runWave, type Watched } from "./run-wave.ts";
import { type AttackedService, Service } from "./service.ts";
import { createContext, createTenants } from "./tenants.ts";
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

/** A machine that makes the second client wait without an attack makes it wait longer during one. */
const CALM_WAIT_FACTOR = 5;
/** Repeating the cases of more waits would take too long. */
const MAX_CAUSES = 2;
const WAVES = 2;
/** Of the time; the rest is for the kinds that are sent alone. */
const WAVES_SHARE = 2 / 3;
const WARM_UP_MS = 3000;

/** Fuzzes a service of its own and prints what it finds. Returns whether all is well. */
export async function runFuzz(options: FuzzOptions): Promise<boolean> {
  const service = await Service.create(options.heapMegabytes);
  const wrong: string[] = [];
  try {
    const tenants = await createTenants(service.environment);
    await service.start();
    const context = await createContext(service.base, tenants, service.environment);
    const acknowledged = await attackInWaves(service, context, tenants.bystander.projectApiKey, options, wrong);
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

/** Fuzzes a service that runs already, without what only its own process and store can tell. */
export async function fuzzExisting(url: string, options: FuzzOptions): Promise<boolean> {
  const { service, context } = existingService(url);
  const wrong: string[] = [];
  await attackInWaves(service, context, context.projectKey, options, wrong);
  if (wrong.length > 0) printProblems(wrong, "the service's own directory");
  return wrong.length === 0;
}

/** Attacks the running service, and adds what is wrong. Returns the marks of the second client's events. */
async function attackInWaves(
  service: AttackedService,
  context: FuzzContext,
  apiKey: string,
  options: FuzzOptions,
  wrong: string[],
): Promise<readonly number[]> {
  const bystander = await Bystander.start({ base: service.base, apiKey, maxWaitMs: options.maxWaitMs });
  try {
    const watched = await startWatching(service, context, bystander, options);
    const random = new Random(options.seed);
    const { attack } = watched;
    const isReplay = options.replay.length > 0;
    const send = (stop: AbortSignal) => {
      const print = ({ seed, title }: FuzzCase, outcome: string) => console.log(`${seed} ${title}: ${outcome}`);
      return isReplay ? attack.replay(options.replay, print) : attack.run(random, stop);
    };
    const started = service instanceof Service ? service : null;
    const before = started?.usage();
    for (let wave = 1; wave <= WAVES && service.isRunning(); wave++) {
      wrong.push(...(await runWave(`wave ${wave}`, watched, send, (options.seconds * 1000 * WAVES_SHARE) / WAVES)));
      if (!service.isRunning() || !started || !before) continue;
      await started.waitUntilStored();
      wrong.push(...(await checkUsage(started, before)));
      printUsage(before, started.usage());
    }
    for (const kind of isReplay ? [] : SIEGE_KINDS) {
      if (!service.isRunning()) break;
      const durationMs = (options.seconds * 1000 * (1 - WAVES_SHARE)) / SIEGE_KINDS.length;
      wrong.push(...(await runWave(kind, watched, (stop) => attack.run(random, stop, kind), durationMs)));
    }
    wrong.push(...attack.wrong);
    for (const suspects of watched.suspects.slice(0, MAX_CAUSES)) {
      if (service.isRunning()) wrong.push(await findCause(suspects, watched));
    }
    printStatuses(attack);
    return (await bystander.stop()).acknowledged;
  } finally {
    bystander.kill();
  }
}

/** Lets the second client alone for a while, and returns what to watch, with the longest wait that is allowed. */
async function startWatching(
  service: AttackedService,
  context: FuzzContext,
  bystander: Bystander,
  options: FuzzOptions,
): Promise<Watched> {
  await sleep(WARM_UP_MS);
  await bystander.report(); // the first requests load modules
  await sleep(CALM_MS);
  const { longestMs, longestControlMs } = await bystander.report();
  printWaits("without an attack", longestMs, longestControlMs);
  const maxWaitMs = options.maxWaitMs + CALM_WAIT_FACTOR * longestMs;
  console.log(`allowed: ${maxWaitMs} ms, which is --max-wait and ${CALM_WAIT_FACTOR} times that`);
  const attack = new Attack(service.base, context);
  return { attack, bystander, service, maxWaitMs, suspects: [] };
}
