import { join } from "node:path";
import type { Release } from "../../scripts/package/release.ts";

const ROOT = join(import.meta.dir, "..", "..");

/** 2026-11-22, 20:00 UTC. */
export const TIME = 1_795_377_600;

/** A release as the packaging script makes one, at a given time. */
export async function testRelease(version = "1.2.3"): Promise<Release> {
  return {
    version,
    time: TIME,
    licenses: "the licences of others\n",
    ownLicense: await Bun.file(join(ROOT, "LICENSE")).text(),
    readme: "# Tillroll\n",
    changelog: "# Changelog\n",
  };
}
