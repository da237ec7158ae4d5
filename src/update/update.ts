import { existsSync, renameSync, rmSync } from "node:fs";
import type { AuditDetails } from "../audit/audit-entry.ts";
import { syncFile, syncFolder } from "../platform/durable-files.ts";
import { reasonOf } from "../platform/system-error.ts";
import { removeTree } from "../platform/remove-tree.ts";
import { VERSION } from "../version.ts";
import { copyData, keepData, requireRoomForCopies } from "./copied-data.ts";
import {
  keepExecutable,
  putBackExecutable,
  refuseUnwritable,
  sha256Of,
  swapExecutable,
} from "./executable.ts";
import { checkSettings, rehearse, versionOf } from "./new-version.ts";
import { refused } from "./refused.ts";
import { checkRelease, type ReleaseProof, unpackRelease } from "./release-file.ts";
import { revertData } from "./revert-data.ts";
import { isTaken, type ServiceControl } from "./service-control.ts";
import { askHealth } from "./ask-health.ts";
import { failedParts, watchTrial } from "./trial.ts";
import {
  besideExecutable,
  endUpdate,
  isUpdaterAlive,
  presentUpdater,
  readJournal,
  type UpdateJournal,
  updatePaths,
  writeJournal,
} from "./update-folder.ts";
import { UPDATE_LIMITS } from "./update-limits.ts";

/** What an update works with. */
export interface UpdateTools {
  readonly folder: string;
  readonly control: ServiceControl;
  /** Shows what was done, a sentence each. */
  tell(line: string): void;
  /** Enters how it ended in the audit log. */
  record(act: "update.installed" | "update.reverted", details: AuditDetails): void;
}

/** What is to be installed. */
export interface UpdateWishes {
  readonly file: string;
  readonly proof: ReleaseProof;
  /** The executable that is replaced. */
  readonly executable: string;
  readonly trialSeconds: number;
}

/** How an update ended. */
export type UpdateOutcome = "installed" | "reverted" | "undone";

/**
 * Replaces the executable by a release, tries it, and takes it back when it is not well. What stands against it is found
 * before the service is stopped.
 * @returns how it ended; `null` when that version runs already
 * @throws TillrollError with what to do; nothing has changed then, or "update --resume" goes on
 */
export async function installUpdate(wishes: UpdateWishes, tools: UpdateTools): Promise<UpdateOutcome | null> {
  const { folder, control, tell } = tools;
  refuseUnfinished(folder);
  const incoming = besideExecutable(wishes.executable, "new");
  const prepared = await prepare(wishes, tools, incoming).catch((error: unknown) => {
    rmSync(incoming, { force: true });
    if (readJournal(folder) !== null) endUpdate(folder, false);
    throw error;
  });
  if (prepared === null) return null;
  const failedBefore = failedParts(await askHealth(folder));
  try {
    await control.stop();
    if (prepared.migrates) keepData(folder, updatePaths(folder).before);
    keepExecutable(wishes.executable, folder);
    writeJournal(folder, { ...prepared, phase: "swapping" });
    swapExecutable(wishes.executable);
  } catch (error) {
    // Why it failed is to be told, also where going back fails.
    await undo(prepared, tools).catch((fault: unknown) => {
      tell(`It could not be taken back either (${reasonOf(fault)}): run "tillroll update --resume".`);
    });
    throw error;
  }
  tell(`${wishes.executable} is version ${prepared.to} now.`);
  return tryVersion({ ...prepared, phase: "trial" }, tools, failedBefore);
}

/** All that can be done while the service runs. @returns `null` when that version runs already */
async function prepare(
  { file, proof, executable, trialSeconds }: UpdateWishes,
  { folder, control, tell }: UpdateTools,
  incoming: string,
): Promise<UpdateJournal | null> {
  const { comment, told } = await checkRelease(file, proof);
  for (const line of told) tell(line);
  if (comment === null) tell("IT IS NOT SIGNED: whoever made it, it gets all that this service has.");
  refuseUnwritable(executable);
  await unpackRelease(file, incoming);
  syncFile(incoming);
  const to = versionOf(incoming);
  if (comment !== null && /^tillroll \d/.test(comment) && comment.split(" ")[1] !== to)
    throw refused(`The signature is one of version ${comment.split(" ")[1]}, and the file is version ${to}.`);
  const order = Bun.semver.order(to, VERSION);
  if (order < 0) throw downgrade(to);
  if (order === 0) {
    tell(`Version ${to} runs already.`);
    rmSync(incoming);
    return null;
  }
  checkSettings(incoming, folder);
  // Two at once: the one that is rehearsed on, and the one that is kept.
  requireRoomForCopies(folder, 2);
  const sha256 = await sha256Of(incoming);
  const journal = {
    from: VERSION,
    to,
    executable,
    sha256,
    trialSeconds,
    keepsRunning: control.keepsRunning,
    ...presentUpdater(),
  } as const;
  endUpdate(folder, false);
  writeJournal(folder, { ...journal, phase: "preparing", migrates: false });
  const { rehearsal, before } = updatePaths(folder);
  const present = await copyData(folder, rehearsal);
  const { after } = rehearse(incoming, rehearsal);
  const migrates = after.schema !== present.schema;
  tell(`Version ${to} has opened and checked a copy of the data: ${after.prints} prints.`);
  // A copy that was not brought up to date is a backup; otherwise one is made once nothing is written any more.
  if (migrates) removeTree(rehearsal);
  else renameSync(rehearsal, before);
  syncFolder(updatePaths(folder).folder);
  writeJournal(folder, { ...journal, phase: "preparing", migrates });
  return { ...journal, phase: "preparing", migrates };
}

/** Finishes an update that was broken off, or takes it back. @returns `null` when there is none */
export async function resumeUpdate(tools: UpdateTools): Promise<UpdateOutcome | null> {
  const { folder, control, tell } = tools;
  const noted = readJournal(folder);
  if (noted === null) return null;
  if (noted.updater !== process.pid && isUpdaterAlive(noted))
    throw refused(`The update is being done by process ${noted.updater}.`);
  const journal = { ...noted, ...presentUpdater() };
  // What the trial that was broken off has left running.
  if (!control.keepsRunning) await control.stop();
  if (journal.phase === "reverting") return revert(journal, "taking it back was broken off", tools);
  if (journal.phase === "trial" || (await isSwapped(journal)))
    return tryVersion({ ...journal, phase: "trial" }, tools, []);
  await undo(journal, tools);
  tell(`The update to ${journal.to} had not begun; version ${journal.from} is in its place.`);
  return "undone";
}

/** Whether the new executable is in its place. */
async function isSwapped({ executable, sha256 }: UpdateJournal): Promise<boolean> {
  return existsSync(executable) && (await sha256Of(executable)) === sha256;
}

/** Leaves all as it was before an update that has not come to its trial. */
async function undo(journal: UpdateJournal, { folder, control }: UpdateTools): Promise<void> {
  const { executable, keepsRunning } = journal;
  // On Windows there may be none for a moment.
  if (!existsSync(executable) || (await isSwapped(journal))) putBackExecutable(executable, folder);
  rmSync(besideExecutable(executable, "new"), { force: true });
  endUpdate(folder, false);
  if (keepsRunning && !control.isRunning()) await control.start();
}

/** Starts the new version and watches it; it stays, or the version before comes back. */
async function tryVersion(
  journal: UpdateJournal,
  tools: UpdateTools,
  failedBefore: readonly string[],
): Promise<UpdateOutcome> {
  const { folder, control, tell, record } = tools;
  writeJournal(folder, journal);
  tell(`Version ${journal.to} is tried for ${journal.trialSeconds} seconds.`);
  let fault: string | null;
  try {
    if (!control.isRunning()) await control.start();
    const watch = () => watchTrial(folder, journal.to, journal.trialSeconds, control, failedBefore);
    fault = await watch();
    if (fault !== null && !control.isRunning() && isTaken(folder)) {
      // What a trial that was broken off had just started was sooner.
      await control.stop();
      await control.start();
      fault = await watch();
    }
  } catch (error) {
    fault = (error instanceof Error ? error.message : String(error)).replace(/\.+$/, "");
  }
  if (fault !== null) return revert(journal, fault, tools);
  if (!control.keepsRunning) await control.stop();
  record("update.installed", { from: journal.from, to: journal.to });
  endUpdate(folder, true);
  const { before, oldExecutable } = updatePaths(folder);
  tell(`Version ${journal.to} is installed${control.keepsRunning ? " and runs" : ""}.`);
  tell(
    `The database and the executable from before are kept until the next update: ${before}, ${oldExecutable}.`,
  );
  return "installed";
}

async function revert(journal: UpdateJournal, fault: string, tools: UpdateTools): Promise<UpdateOutcome> {
  const { folder, control, tell, record } = tools;
  const { from, to, executable } = journal;
  tell(`Version ${to} is not well: ${fault}. Version ${from} comes back.`);
  writeJournal(folder, { ...journal, phase: "reverting" });
  await control.stop();
  putBackExecutable(executable, folder);
  if (journal.migrates) tellReverted(folder, to, tell);
  record("update.reverted", { from, to, fault });
  endUpdate(folder, true);
  if (control.keepsRunning) {
    await control.start();
    await answering(folder);
  }
  tell(`Version ${from} is in its place again${control.keepsRunning ? " and runs" : ""}.`);
  return "reverted";
}

/** Puts the data back too, and says what became of what was stored meanwhile. */
export function tellReverted(folder: string, version: string, tell: (line: string) => void): void {
  const reverted = revertData(folder, version);
  if (reverted === null) return;
  const { carried, fault, keptAs } = reverted;
  if (carried !== null)
    tell(
      `What was stored meanwhile is there: ${carried.prints} new prints. The other database is kept as ${keptAs}.`,
    );
  else
    tell(
      `WHAT WAS STORED WHILE VERSION ${version} WAS TRIED IS IN ${keptAs}/tillroll.sqlite ALONE: it could not be carried back ` +
        `(${fault}). Keep that folder.`,
    );
}

async function answering(folder: string): Promise<void> {
  const deadline = performance.now() + UPDATE_LIMITS.startMilliseconds;
  while ((await askHealth(folder)) === null && performance.now() < deadline)
    await Bun.sleep(UPDATE_LIMITS.lookMilliseconds);
}

function refuseUnfinished(folder: string): void {
  const journal = readJournal(folder);
  if (journal === null) return;
  if (isUpdaterAlive(journal)) throw refused(`Another update is being done, by process ${journal.updater}.`);
  throw refused('An update was broken off: "tillroll update --resume" finishes it or takes it back.');
}

function downgrade(to: string) {
  return refused(
    `Version ${to} is older than version ${VERSION}, and could not read a database that this one has brought up to date. To go ` +
      `back, stop the service, install version ${to}, and restore a backup that was made with it ("tillroll restore"). What was ` +
      "stored since then is not in it.",
  );
}
