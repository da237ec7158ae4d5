import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { moveDataFolder, refuseWhileRunning } from "../../src/service-manager/move-data.ts";
import { lockDataFolder } from "../../src/storage/service-lock.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let place: string;
let from: string;
let to: string;
beforeEach(() => {
  place = temporaryFolder();
  [from, to] = [join(place, "home", "tillroll"), join(place, "var", "tillroll")];
  fill(from, "of the shop");
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function fill(folder: string, text: string): void {
  mkdirSync(join(folder, "logs"), { recursive: true });
  writeFileSync(databasePath(folder), text, { mode: 0o600 });
  writeFileSync(`${databasePath(folder)}-wal`, "log");
  writeFileSync(join(folder, "logs", "tillroll.log"), "line");
}

function expectMoved(): void {
  expect(readFileSync(databasePath(to), "utf8")).toBe("of the shop");
  expect(readFileSync(join(to, "logs", "tillroll.log"), "utf8")).toBe("line");
  expect(existsSync(`${databasePath(to)}-wal`)).toBe(true);
  expect(readdirSync(join(place, "home"))).toEqual([]);
  expect(readdirSync(join(place, "var"))).toEqual(["tillroll"]);
}

/** Renames as between two disks: data folders cannot be, what is beside each other can. */
function acrossDisks(source: string, target: string): void {
  if (source.startsWith(join(place, "home")) !== target.startsWith(join(place, "home")))
    throw Object.assign(new Error("cross-device link"), { code: "EXDEV" });
  renameSync(source, target);
}

/** Where whoever looks finds data that looks current. */
function currentFolders(): string[] {
  return [from, to].filter((folder) => existsSync(databasePath(folder)));
}

test("on the same disk it gets another name", async () => {
  expect(await moveDataFolder(from, to)).toBe("renamed");
  expectMoved();
});

test("an empty folder at the new place makes room", async () => {
  mkdirSync(to, { recursive: true });
  expect(await moveDataFolder(from, to)).toBe("renamed");
  expectMoved();
});

test("to another disk it is copied, and the old one is removed", async () => {
  expect(await moveDataFolder(from, to, acrossDisks)).toBe("copied");
  expectMoved();
});

test("moving again does nothing", async () => {
  await moveDataFolder(from, to);
  expect(await moveDataFolder(from, to)).toBeNull();
  expectMoved();
});

describe("broken off", () => {
  /** Moves, with an end of the process before the renaming of that number. */
  async function breakOff(number: number): Promise<void> {
    let renamed = 0;
    const rename = (source: string, target: string) => {
      if (++renamed > number) throw new Error("the end");
      acrossDisks(source, target);
    };
    await expect(moveDataFolder(from, to, rename)).rejects.toThrow();
  }

  // What an end leaves behind: a copy that was begun; one that is whole, with the old place aside or not; and the old place.
  test.each([
    ["in the copy", () => mkdirSync(`${to}.unfinished-copy`, { recursive: true })],
    ["before the old place is set aside", () => fill(`${to}.unfinished-copy`, "of the shop")],
    [
      "before the copy has its name",
      () => {
        fill(`${to}.unfinished-copy`, "of the shop");
        renameSync(from, `${from}.moved`);
      },
    ],
  ])("%s it is done again, and one place at most looks current at any time", async (_when, leave) => {
    leave();
    expect(currentFolders().length).toBeLessThan(2);
    await moveDataFolder(from, to, acrossDisks);
    expect(currentFolders()).toEqual([to]);
    expectMoved();
  });

  test("before the old place is removed, that is all that is left to do", async () => {
    fill(to, "of the shop");
    renameSync(from, `${from}.moved`);
    await moveDataFolder(from, to, acrossDisks);
    expectMoved();
  });

  test("at the first renaming, nothing has changed", async () => {
    await breakOff(0);
    expect(currentFolders()).toEqual([from]);
  });
});

describe("refused", () => {
  test("while a service runs on it", async () => {
    using lock = lockDataFolder(from);
    expect(lock).not.toBeNull();
    expect(() => refuseWhileRunning(from)).toThrow("started by hand runs on");
    await expect(moveDataFolder(from, to)).rejects.toThrow("started by hand runs on");
  });

  test("where there is data already", async () => {
    fill(to, "another");
    await expect(moveDataFolder(from, to)).rejects.toThrow("There is data in");
    expect(readFileSync(databasePath(to), "utf8")).toBe("another");
  });

  test("where something else is in the way", async () => {
    mkdirSync(join(to, "photos"), { recursive: true });
    await expect(moveDataFolder(from, to)).rejects.toThrow("cannot make room");
    expect(currentFolders()).toEqual([from]);
  });

  test("to another disk with a link in it: what it stands for would be left behind", async () => {
    symlinkSync(join(place, "elsewhere"), join(from, "blobs"));
    expect(await moveDataFolder(from, to, acrossDisks).catch(String)).toContain("blobs");
    expect(readFileSync(databasePath(from), "utf8")).toBe("of the shop");
    expect(readdirSync(join(place, "var"))).toEqual([]);
  });
});
