import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";

const MARKER_VARIABLE = "SIGHTLINE_TORTURE_MOUNTS";
// Users other than root get the right to mount in their own namespace and keep their user id.
const UNSHARE_ARGS =
  process.getuid?.() === 0 ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"];

/** Whether this process may mount file systems. They are private to the process and disappear with it. */
export const canMount = process.env[MARKER_VARIABLE] === "yes";

/**
 * Runs this program again in a namespace in which it may mount, and returns its exit status. Returns null if this
 * process must do the work itself: it is already the second run, or the system does not allow mounting.
 */
export async function rerunWithMountRights(): Promise<number | null> {
  if (
    process.env[MARKER_VARIABLE] !== undefined ||
    spawnSync("unshare", [...UNSHARE_ARGS, "mount", "-t", "tmpfs", "none", tmpdir()]).status !== 0
  ) {
    return null;
  }
  const args = [...UNSHARE_ARGS, process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn("unshare", args, { stdio: "inherit", env: { ...process.env, [MARKER_VARIABLE]: "yes" } });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, "close")) as [number | null];
  return status ?? 1;
}
