import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";

const MARK = "SIGHTLINE_TORTURE_MOUNTS";
// Whoever is not root gets the right to mount in a space of their own, and stays who they are.
const UNSHARE = process.getuid?.() === 0 ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"];

/** Whether this program may mount file systems, which nobody else sees, and which go with it. */
export const mayMount = process.env[MARK] === "yes";

/**
 * Runs this program once more where it may mount, if this system allows that; gives its exit status, and null where this is the one that is to do
 * the work.
 */
export async function elsewhere(): Promise<number | null> {
  if (
    process.env[MARK] !== undefined ||
    spawnSync("unshare", [...UNSHARE, "mount", "-t", "tmpfs", "none", tmpdir()]).status !== 0
  ) {
    return null;
  }
  const args = [...UNSHARE, process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn("unshare", args, { stdio: "inherit", env: { ...process.env, [MARK]: "yes" } });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, "close")) as [number | null];
  return status ?? 1;
}
