import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { runArchiveKills } from "../../scripts/faults/archive-kill.ts";
import { findEmbedded } from "../../scripts/postgresql/embedded.ts";
import { findInstallation } from "../../scripts/postgresql/installation.ts";
import { SOURCE_COMMAND } from "../../scripts/service/service-process.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(findInstallation() === null && findEmbedded() === null)(
  "shops that send to an archive while all is killed, restored and cloned lose nothing, and double nothing",
  async () => {
    // A seed of its own for each run finds more over time; a failure shows it.
    const seed = Date.now() % 1_000_000;
    const report = await runArchiveKills({
      command: SOURCE_COMMAND,
      folder,
      seed,
      shops: 5,
      instances: 2,
      kills: 10,
      restores: 2,
      clones: 1,
      offline: 1,
    });
    expect({ seed, faults: report?.faults }).toEqual({ seed, faults: [] });
    // A shop that was neither restored nor cloned never goes back.
    expect(report?.falseRestores).toBe(0);
    expect(report?.prints).toBeGreaterThan(0);
  },
  600_000,
);
