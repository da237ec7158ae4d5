import { closeSync, existsSync, fsyncSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { CutDisk } from "./cut-disk.ts";
import { type MixedKillOptions, type MixedKillReport, runMixedKills } from "./mixed-kill.ts";

/**
 * Takes the power from a real ext4 again and again while everything goes on at once: it stops where it is, without its journal
 * being written, and is mounted again, which replays that. Everything acknowledged must be there.
 * @returns `null` where a disk cannot be mounted: Linux, and root, only
 */
export async function runExt4Cuts(options: Omit<MixedKillOptions, "end">): Promise<MixedKillReport | null> {
  const { folder } = options;
  const disk = CutDisk.mount(join(folder, "disk.img"), join(folder, "data"));
  if (disk === null) return null;
  try {
    if (!takesWhatWasNotSynced(disk)) throw new Error("the cut takes nothing: it would show nothing");
    return await runMixedKills({
      ...options,
      async end(service) {
        disk.cut();
        await service.kill();
        disk.restart();
      },
    });
  } finally {
    disk.unmount();
  }
}

/** Whether the cut is one: what was not made durable is gone, and what was is there. */
function takesWhatWasNotSynced(disk: CutDisk): boolean {
  const [synced, unsynced] = [join(disk.folder, "synced"), join(disk.folder, "unsynced")];
  const file = openSync(synced, "w");
  writeSync(file, "x");
  fsyncSync(file);
  closeSync(file);
  writeFileSync(unsynced, "x");
  disk.cut();
  disk.restart();
  return existsSync(synced) && !existsSync(unsynced);
}
