import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../ports/diagnosis.ts";
import { probeFiles } from "../probe.ts";
import { openFolder } from "./folder-store.ts";

export async function diagnoseFolder(directory: string): Promise<Finding[]> {
  const folder = join(directory, "files");
  const subject = "folder of files";
  if (!existsSync(folder)) return [{ subject, state: "ok", text: `${folder} will be created by the first start` }];
  try {
    const { files, close } = await openFolder(directory);
    const probe = await probeFiles(files).finally(close);
    return [{ subject, state: "ok", text: folder }, probe];
  } catch (error) {
    return [{ subject, state: "fault", text: `${folder}: ${error instanceof Error ? error.message : error}` }];
  }
}
