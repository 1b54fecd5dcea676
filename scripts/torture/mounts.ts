import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";

const MARKER_VARIABLE = "SIGHTLINE_TORTURE_MOUNTS";
// Whoever is not root gets the right to mount in a space of their own, and stays who they are.
const UNSHARE_ARGS =
  process.getuid?.() === 0 ? ["--mount"] : ["--user", "--map-current-user", "--keep-caps", "--mount"];

/** Whether this program may mount file systems, which nobody else sees, and which go with it. */
export const canMount = process.env[MARKER_VARIABLE] === "yes";

/**
 * Runs this program once more where it may mount, if this system allows that; gives its exit status, and null where this is the one that is to do
 * the work.
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
