import { constants, readdirSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { DoctorRow } from "../contract/doctor.ts";
import { reasonOf } from "../platform/system-error.ts";
import type { DoctorFacts } from "./doctor-facts.ts";
import { found } from "./findings.ts";

/** Rights of all but the owner. */
const OTHERS = 0o077;

/** Files of ours; others in the folder may be anybody's. */
const OWN_FILES = /^(?:tillroll|service)\./;

/** Folders with certificates and their keys. */
const CERTIFICATE_FOLDERS = ["https", "certificates"] as const;

/** Who may read and write the data folder. */
export async function lookAtRights({ dataFolder, platform }: DoctorFacts): Promise<DoctorRow[]> {
  if (platform === "win32") return [found("rights.unknown")];
  const rows = [...openTo(dataFolder), ...ownedByOthers(dataFolder)];
  for (const name of CERTIFICATE_FOLDERS)
    try {
      await access(join(dataFolder, name), constants.W_OK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT")
        rows.push(found("rights.certificates", reasonOf(error)));
    }
  return rows.length === 0 ? [found("rights.folder")] : rows;
}

/** What others may read: the folder, and where that is open the files in it. */
function openTo(folder: string): DoctorRow[] {
  const { mode } = statSync(folder);
  if ((mode & OTHERS) === 0) return [];
  return [folder, ...filesIn(folder)]
    .map((path) => ({ path, mode: statSync(path).mode & 0o777 }))
    .filter((each) => (each.mode & OTHERS) !== 0)
    .map((each) => found("rights.folder-open", each.path, each.mode.toString(8)));
}

/** Files of another owner than the folder's, as an administrator's command leaves them that was broken off. */
function ownedByOthers(folder: string): DoctorRow[] {
  const owner = statSync(folder).uid;
  return filesIn(folder)
    .map((path) => ({ path, uid: statSync(path).uid }))
    .filter(({ uid }) => uid !== owner)
    .map(({ path, uid }) => found("rights.owner", path, `user ${uid}`, `user ${owner}`));
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => OWN_FILES.test(name));
  return names.map((name) => join(folder, name));
}
