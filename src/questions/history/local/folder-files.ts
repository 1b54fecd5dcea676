import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { StoreUnavailable } from "../../../store/ports/common.ts";
import type { Files } from "../../../store/ports/files.ts";
import { HISTORY_PREFIX, historyPrefix } from "../history-keys.ts";
import type { LocalFiles } from "./local-files.ts";

/** Uses the files of an engine that keeps them on this machine. */
export function folderFiles(localPath: NonNullable<Files["localPath"]>): LocalFiles {
  const folderOf = (prefix: string) => dirname(localPath(`${prefix}any`));
  return {
    root: folderOf(HISTORY_PREFIX),
    folder: (projectId) => folderOf(historyPrefix(projectId)),
    async hold(_projectId, files) {
      const paths = files.map(({ key }) => localPath(key));
      for (const path of paths) {
        await access(path).catch((cause: unknown) => {
          const advice = "Nodes that share a database need S3_BUCKET, or share this folder.";
          throw new StoreUnavailable(`The file ${path} cannot be read. ${advice}`, { cause });
        });
      }
      return { paths, release: () => undefined };
    },
  };
}
