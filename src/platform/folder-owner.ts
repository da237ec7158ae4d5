import { chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Does work on a data folder as its owner, when this is root's command and the folder is another user's, such as that of the
 * service: what root makes there the service could not read. What else the work touches must be the owner's to touch too.
 */
export function asOwnerOf<Result>(folder: string, work: () => Result): Result {
  const goBack = becomeOwnerOf(folder);
  if (goBack === null) return work();
  let result: Result;
  try {
    result = work();
  } catch (error) {
    goBack();
    throw error;
  }
  if (result instanceof Promise) return result.finally(goBack) as Result;
  goBack();
  return result;
}

/**
 * Leaves what root has made to the owner of a data folder, the user that the service runs as: files, and folders with all that
 * is in them. What is not there is passed over.
 */
export function leaveToOwnerOf(dataFolder: string, ...paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataFolder);
  for (const path of paths.filter((one) => existsSync(one))) {
    chownSync(path, uid, gid);
    if (!statSync(path).isDirectory()) continue;
    for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }))
      chownSync(join(path, name), uid, gid);
  }
}

/** @returns what makes this process root's again; `null` when nothing was changed */
function becomeOwnerOf(folder: string): (() => void) | null {
  const { geteuid, getegid, seteuid, setegid } = process;
  // Windows has no owners of this kind.
  if (geteuid === undefined || getegid === undefined || seteuid === undefined || setegid === undefined)
    return null;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (geteuid() !== 0 || owner === undefined || owner.uid === 0) return null;
  const group = getegid();
  setegid(owner.gid);
  seteuid(owner.uid);
  return () => {
    seteuid(0);
    setegid(group);
  };
}
