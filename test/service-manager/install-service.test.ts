import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { databasePath } from "../../src/platform/data-folder.ts";
import { lastingExecutable } from "../../src/service-manager/executable-place.ts";
import { type InstallWishes, installService } from "../../src/service-manager/install-service.ts";
import { handRunFolder } from "../../src/service-manager/owner-folder.ts";
import type { InstalledService, ServiceManager } from "../../src/service-manager/service-manager.ts";
import { lockDataFolder } from "../../src/storage/service-lock.ts";
import { run } from "../service.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { RecordedCommands } from "./recorded-commands.ts";

let place: string;
let umask: number;
beforeEach(() => {
  place = temporaryFolder();
  Bun.spawnSync(["chmod", "755", place]);
  umask = process.umask();
});
afterEach(() => {
  process.umask(umask);
  rmSync(place, { recursive: true, force: true });
});

function fill(...path: string[]): string {
  const folder = join(place, ...path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(databasePath(folder), "data");
  return folder;
}

/** A manager that notes in which order it is asked. */
class NotingManager implements ServiceManager {
  readonly title = "a stand-in";
  readonly user = "tillroll";
  readonly asked: string[] = [];

  constructor(private readonly isThere: InstalledService | null = null) {}

  installed(): InstalledService | null {
    return this.isThere;
  }
  makeReady(): void {
    this.asked.push("make ready");
  }
  giveFolder(folder: string): void {
    this.asked.push(`give ${existsSync(databasePath(folder)) ? "data" : "an empty folder"}`);
  }
  install({ words = [] }: { readonly words?: readonly string[] }): string[] {
    this.asked.push(["install", ...words].join(" "));
    return ["It is installed."];
  }
  uninstall(): string[] {
    return [];
  }
  async start(): Promise<void> {
    this.asked.push("start");
  }
  async stop(): Promise<void> {
    this.asked.push("stop");
  }
  async restart(): Promise<void> {}
  state() {
    return { kind: "stopped", words: "", since: null, processId: null } as const;
  }
}

const OFF = { "firewall-cmd": { exitCode: 127 }, ufw: { exitCode: 127 } };

async function install(manager: ServiceManager, wishes: Partial<InstallWishes>): Promise<string[]> {
  const told: string[] = [];
  const commands = new RecordedCommands(OFF);
  await installService(
    {
      // One that lasts, so that nothing is copied.
      executable: "/usr/bin/env",
      dataFolder: null,
      from: null,
      words: [],
      writableFolders: [],
      opensFirewall: false,
      firewallPorts: [],
      ...wishes,
    },
    {
      manager,
      run: commands.run,
      environment: { XDG_DATA_HOME: join(place, "home") },
      tell: (line) => told.push(line),
    },
  );
  return told;
}

describe("an installation", () => {
  test("takes data over before it gives it to the service, and starts last", async () => {
    const from = fill("home", "tillroll");
    const dataFolder = join(place, "system", "tillroll");
    mkdirSync(dirname(dataFolder));
    const manager = new NotingManager();
    const told = await install(manager, { from, dataFolder, words: ["--port", "8080"] });
    expect(manager.asked).toEqual(["make ready", "install --port 8080", "give data", "start"]);
    expect(told).toEqual([`The data was moved from ${from} to ${dataFolder}.`, "It is installed."]);
    expect(existsSync(from)).toBe(false);
  });

  test("that is repeated stops the service first, and leaves its data where it is", async () => {
    const dataFolder = fill("system", "tillroll");
    const manager = new NotingManager({ dataFolder, isPackaged: false, file: "/unit" });
    await install(manager, {});
    expect(manager.asked).toEqual(["stop", "make ready", "install", "give data", "start"]);
  });

  // All before anything is changed.
  test.each<[string, (manager: string) => Partial<InstallWishes>, RegExp]>([
    ["of nothing", () => ({ from: "/nowhere" }), /There is no Tillroll data in \/nowhere/],
    [
      "of data to where data is",
      () => ({ from: fill("one"), dataFolder: fill("two") }),
      /There is data in .*two too: move one of both away/,
    ],
    [
      "where the service's user may not go",
      () => {
        mkdirSync(join(place, "private"), { mode: 0o700 });
        return { dataFolder: join(place, "private", "tillroll") };
      },
      /may not enter .*private/,
    ],
  ])("%s is refused", async (_what, wishes, message) => {
    const manager = new NotingManager();
    await expect(install(manager, wishes(place))).rejects.toThrow(message);
    expect(manager.asked).toEqual([]);
  });

  test("beside a service that somebody started by hand is refused", async () => {
    const from = fill("home", "tillroll");
    using lock = lockDataFolder(from);
    expect(lock).not.toBeNull();
    const manager = new NotingManager();
    const dataFolder = join(place, "tillroll");
    await expect(install(manager, { from, dataFolder })).rejects.toThrow("Stop it (Ctrl-C where it runs)");
    expect(manager.asked).toEqual([]);
  });

  test("in a folder of other things is refused: they would be the service's alone", async () => {
    const folder = join(place, "srv");
    mkdirSync(join(folder, "website"), { recursive: true });
    const manager = new NotingManager();
    expect(await install(manager, { dataFolder: folder }).catch(String)).toContain('"website"');
    expect(manager.asked).toEqual([]);
  });

  test("over that of a package is refused", async () => {
    const installed = { dataFolder: "/var/lib/tillroll", isPackaged: true, file: "/unit" };
    await expect(install(new NotingManager(installed), {})).rejects.toThrow(
      'A package has installed the service already (/unit); its data is in /var/lib/tillroll. "tillroll service start"',
    );
  });
});

describe("data of somebody who ran it by hand", () => {
  const commands = () =>
    new RecordedCommands({ "getent passwd shop": { output: `shop:x:1000:1000::${place}/shop:/bin/sh\n` } });
  const find = () =>
    handRunFolder(commands().run, { SUDO_USER: "shop", XDG_DATA_HOME: join(place, "root") }, "linux");

  test("is found under the name before sudo", () => {
    const folder = fill("shop", ".local", "share", "tillroll");
    expect(find()).toBe(folder);
  });

  test("is found where a move was broken off", () => {
    fill("shop", ".local", "share", "tillroll.moved");
    expect(find()).toBe(join(place, "shop", ".local", "share", "tillroll"));
  });

  test("of two is not chosen from", () => {
    fill("shop", ".local", "share", "tillroll");
    fill("root", "tillroll");
    expect(find).toThrow("--from DIR");
  });

  test("is not there where nobody has", () => {
    expect(find()).toBeNull();
  });
});

test.each<[string, NodeJS.Platform, string]>([
  ["/home/shop/Downloads/tillroll", "linux", "/usr/local/bin/tillroll"],
  ["/usr/bin/tillroll", "linux", "/usr/bin/tillroll"],
  ["/opt/tillroll/tillroll", "linux", "/opt/tillroll/tillroll"],
  ["/Users/shop/Downloads/tillroll", "darwin", "/usr/local/bin/tillroll"],
  ["C:\\Users\\shop\\Downloads\\tillroll.exe", "win32", "C:\\Program Files\\Tillroll\\tillroll.exe"],
  ["c:\\program files\\Shop\\tillroll.exe", "win32", "c:\\program files\\Shop\\tillroll.exe"],
])("the executable %s of %s is to be at %s", (executable, platform, lasting) => {
  expect(lastingExecutable(executable, platform, {})).toBe(lasting);
});

test.each([
  ["-- --prot 8080", 'There is no option "--prot" here. Did you mean "--port"?'],
  ["-- --data /x", 'Give --data before the "--"'],
  ["-- shop", '"shop" is no option of serve'],
])("service install %s is a wrong command line, whoever gives it", async (words, message) => {
  const { exitCode, stderr } = await run(["service", "install", ...words.split(" ")]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
