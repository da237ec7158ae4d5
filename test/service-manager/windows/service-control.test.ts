import { cc, toArrayBuffer } from "bun:ffi";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import {
  createWindowsService,
  deleteWindowsService,
  readWindowsService,
  startWindowsService,
  stopWindowsService,
  windowsCommand,
} from "../../../src/service-manager/windows/service-control.ts";
import {
  SERVICE_FUNCTIONS,
  SYSTEM_FUNCTIONS,
} from "../../../src/service-manager/windows/service-functions.ts";
import { taskText } from "../../../src/service-manager/windows/task-scheduler.ts";

/* The layer over the service manager of Windows, over a stand-in of it in C; test/service-manager/windows/service.test.ts has Wine's. */

const { symbols: library } = cc({
  source: join(import.meta.dir, "service-manager.c"),
  symbols: {
    ...SERVICE_FUNCTIONS,
    ...SYSTEM_FUNCTIONS,
    set: { args: ["u32", "u32"], returns: "void" },
    forget: { args: [], returns: "void" },
    told: { args: ["u32"], returns: "u32" },
    path_text: { args: [], returns: "ptr" },
    account_text: { args: [], returns: "ptr" },
    description_text: { args: [], returns: "ptr" },
  },
});

const FACTS = ["refuses", "exists", "unknownLevel", "state", "exitCode", "process"] as const;
const TOLD = ["openHandles", "created", "changed", "startKind", "restarts", "firstWait", "levels"] as const;

function set(facts: Partial<Record<(typeof FACTS)[number], number>>): void {
  FACTS.forEach((fact, index) => library.set(index, facts[fact] ?? 0));
}

function told(what: (typeof TOLD)[number]): number {
  return library.told(TOLD.indexOf(what));
}

function text(address: ReturnType<typeof library.path_text>): string {
  if (address === null) return "";
  return (
    Buffer.from(toArrayBuffer(address, 0, 512))
      .toString("utf16le")
      .split("\0")[0] ?? ""
  );
}

beforeEach(() => {
  set({});
  library.forget();
});
afterEach(() => expect(told("openHandles")).toBe(0));

const COMMAND = '"C:\\Program Files\\Tillroll\\tillroll.exe" run-service serve';

describe("a service", () => {
  test("is made: it starts with Windows, as its own account, and again after a failure", () => {
    createWindowsService(COMMAND, "NT SERVICE\\Tillroll", library);
    expect(["created", "startKind", "restarts", "firstWait"].map((what) => told(what as "created"))).toEqual([
      1, 2, 3, 2000,
    ]);
    expect([text(library.path_text()), text(library.account_text())]).toEqual([
      COMMAND,
      "NT SERVICE\\Tillroll",
    ]);
    expect(text(library.description_text())).toStartWith("Stores every receipt");
    // Description, failures, whether exit codes are failures, its own name in rights, and time before a shutdown.
    expect(told("levels")).toBe((1 << 1) | (1 << 2) | (1 << 4) | (1 << 5) | (1 << 7));
  });

  test("that is there is changed", () => {
    set({ exists: 1 });
    createWindowsService(COMMAND, "NT SERVICE\\Tillroll", library);
    expect([told("created"), told("changed"), text(library.path_text())]).toEqual([0, 1, COMMAND]);
  });

  test("is made by a system that does not know all of it", () => {
    set({ unknownLevel: 4 });
    createWindowsService(COMMAND, "NT SERVICE\\Tillroll", library);
    expect(told("levels") & (1 << 7)).not.toBe(0);
  });

  test("is not made without the right to it, and that is told by its number", () => {
    set({ refuses: 5 });
    expect(() => createWindowsService(COMMAND, "x", library)).toThrow(
      "OpenSCManager failed with Windows' error 5",
    );
  });

  test("that runs is not started, and one that has stopped is not stopped: neither is a fault", () => {
    set({ exists: 1 });
    startWindowsService(library);
    stopWindowsService(library);
    deleteWindowsService(library);
  });

  test.each([
    [
      { exists: 1, state: 4, process: 77 },
      { state: 4, exitCode: 0, processId: 77 },
    ],
    [
      { exists: 1, state: 1, exitCode: 3 },
      { state: 1, exitCode: 3, processId: 0 },
    ],
    [{}, null],
  ])("is read as the manager has it (%#)", (facts, status) => {
    set(facts);
    expect(readWindowsService(library)).toEqual(status);
  });
});

test("a command line is split by Windows into the words that it was made of", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom("a", " ", '"', "\\", "ä") }), { minLength: 1 }),
      (words) => {
        expect(splitByWindows(windowsCommand(words))).toEqual(words);
      },
    ),
  );
});

/** CommandLineToArgvW, by its description: 2n backslashes before a quote are n and the quote is a mark, 2n+1 are n and a quote. */
function splitByWindows(line: string): string[] {
  const words: string[] = [];
  let [word, isQuoted, hasWord] = ["", false, false];
  for (let at = 0; at < line.length; at++) {
    const backslashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    if (line[at + backslashes] === '"') {
      word += "\\".repeat(backslashes >> 1);
      if (backslashes % 2 === 1) word += '"';
      else [isQuoted, hasWord] = [!isQuoted, true];
      at += backslashes;
    } else if (line[at] === " " && !isQuoted) {
      if (hasWord || word !== "") words.push(word);
      [word, hasWord] = ["", false];
    } else word += line[at];
  }
  return hasWord || word !== "" ? [...words, word] : words;
}

test("a task starts the same, with Windows and without an end", () => {
  const plan = { executable: "C:\\P & Q\\tillroll.exe", dataFolder: "C:\\Till data", user: "x" };
  const task = taskText(plan);
  expect(task).toContain("<Command>C:\\P &amp; Q\\tillroll.exe</Command>");
  expect(task).toContain('<Arguments>serve --data "C:\\Till data" --log-to file</Arguments>');
  for (const part of [
    "<BootTrigger>",
    "<UserId>S-1-5-19</UserId>",
    "<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>",
  ])
    expect(task).toContain(part);
});
