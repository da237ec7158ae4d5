import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { asOwnerOf } from "../../src/platform/folder-owner.ts";
import { describeUnless } from "../describe-unless.ts";
import { run, temporaryFolder } from "../service.ts";

/* What root's commands make in another user's data folder must be that user's: the service could not read it otherwise. */

/** The user "nobody" of Linux. */
const OWNER = 65_534;

const why =
  process.platform !== "linux"
    ? "it is about Linux's users"
    : process.geteuid?.() === 0
      ? null
      : "it needs root's rights";

describeUnless(why, "root's commands on another user's data folder", () => {
  const folder = join(temporaryFolder(), "data");
  beforeAll(() => {
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(dirname(folder), 0o755);
    chownSync(folder, OWNER, OWNER);
  });
  afterAll(() => rmSync(dirname(folder), { recursive: true, force: true }));

  const foreign = () => readdirSync(folder).filter((name) => statSync(join(folder, name)).uid !== OWNER);

  test.each([
    ["token create"],
    ["printer add bar"],
    ["certificate renew"],
    ["certificate renew --authority"],
    ["certificate replace --local"],
    ["reindex"],
    ["sign-in"],
  ])("%s leaves nothing there that is root's", async (words) => {
    const { exitCode, stderr } = await run([...words.split(" "), "--data", folder]);
    expect([exitCode, stderr]).toEqual([0, expect.anything()]);
    expect(readdirSync(folder).length).toBeGreaterThan(0);
    expect(foreign()).toEqual([]);
  });

  test("the process is root's again after it, however the work ends", async () => {
    expect(asOwnerOf(folder, () => process.geteuid?.())).toBe(OWNER);
    expect(process.geteuid?.()).toBe(0);
    expect(() =>
      asOwnerOf(folder, () => {
        throw new Error("x");
      }),
    ).toThrow("x");
    expect(process.geteuid?.()).toBe(0);
    const later = asOwnerOf(folder, async () => {
      await Bun.sleep(0);
      return process.geteuid?.();
    });
    expect(await later).toBe(OWNER);
    expect(process.geteuid?.()).toBe(0);
  });
});
