import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  beginReplacement,
  finishReplacement,
  isReplacing,
  keptFolders,
  replaceFiles,
} from "../../src/storage/replacement.ts";
import { temporaryFolder } from "../temporary-folder.ts";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DATABASE = "tillroll.sqlite";
const OLD = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, `${DATABASE}-generation`, "settings"];
const NEW = [DATABASE, "settings"];
const REPLACEMENT = { keptAs: "before-1", alongside: ["settings"] };

/** A data folder with files that each say whether they are old, and the new ones ready. */
function prepared(): void {
  for (const name of OLD) writeFileSync(join(folder, name), `old ${name}`);
  writeFileSync(join(folder, "untouched"), "untouched");
  const incoming = beginReplacement(folder);
  for (const name of NEW) writeFileSync(join(incoming, name), `new ${name}`);
}

/** What is in the folder and in what it keeps. */
function contents(of: string): Record<string, string> {
  const names = readdirSync(of).filter((name) => statSync(join(of, name)).isFile());
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(of, name), "utf8")]));
}

const before = { ...said("old", OLD), untouched: "untouched" };
const after = { ...said("new", NEW), untouched: "untouched" };

function said(age: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${age} ${name}`]));
}

/** Replaces, and breaks off before a step. @returns whether there was such a step */
function breakOffBefore(step: number, work: (onStep: () => void) => unknown): boolean {
  let steps = 0;
  try {
    work(() => {
      if (steps++ === step) throw new Error("the power is gone");
    });
    return false;
  } catch (error) {
    expect(String(error)).toContain("the power is gone");
    return true;
  }
}

test("the new files come in, and what was there is kept with what belonged to it", () => {
  prepared();
  replaceFiles(folder, REPLACEMENT);
  expect(contents(folder)).toEqual(after);
  expect(contents(join(folder, "before-1"))).toEqual(said("old", OLD));
  expect(readdirSync(folder).toSorted()).toEqual(["before-1", "settings", DATABASE, "untouched"]);
  expect(keptFolders(folder, "before-")).toEqual([join(folder, "before-1")]);
});

describe("broken off before any step, it is all of the old or all of the new", () => {
  // More than there are: the last ones say so.
  const steps = Array.from({ length: 12 }, (_, step) => step);
  test.each(steps)("step %d", (step) => {
    prepared();
    const isBroken = breakOffBefore(step, (onStep) => replaceFiles(folder, REPLACEMENT, onStep));
    const isDecided = step > 0;
    expect(isBroken && !isDecided ? !isReplacing(folder) : true).toBe(true);
    // The next one breaks off as well, at each step that is left.
    for (let again = 0; isReplacing(folder) && again < 20; again++) {
      breakOffBefore(again, (onStep) => finishReplacement(folder, onStep));
    }
    expect(isReplacing(folder)).toBe(false);
    expect(contents(folder)).toEqual(isBroken && !isDecided ? before : after);
    if (isDecided) expect(contents(join(folder, "before-1"))).toEqual(said("old", OLD));
  });

  test("there are no more steps than that", () => {
    prepared();
    expect(breakOffBefore(steps.length, (onStep) => replaceFiles(folder, REPLACEMENT, onStep))).toBe(false);
  });
});

test("where nothing was there before, the new files come in and nothing is kept", () => {
  const incoming = beginReplacement(folder);
  writeFileSync(join(incoming, DATABASE), "new");
  replaceFiles(folder, { keptAs: "before-1", alongside: [] });
  expect(readdirSync(folder)).toEqual([DATABASE]);
});

test("one that lacks a file that it names is not decided", () => {
  prepared();
  rmSync(join(folder, "replacement", "settings"));
  expect(() => replaceFiles(folder, REPLACEMENT)).toThrow("ENOENT");
  expect(isReplacing(folder)).toBe(false);
  expect(contents(folder)).toEqual(before);
});

test("a new one begins with an empty folder", () => {
  prepared();
  expect(existsSync(join(folder, "replacement", DATABASE))).toBe(true);
  expect(readdirSync(beginReplacement(folder))).toEqual([]);
});
