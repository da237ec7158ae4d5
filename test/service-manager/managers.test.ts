import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { announceService } from "../../src/platform/running-service.ts";
import {
  firewallAdvice,
  firewallPorts,
  openFirewall,
  tellFirewall,
} from "../../src/service-manager/firewall.ts";
import { LaunchdManager } from "../../src/service-manager/launchd-manager.ts";
import { dataFolderOfPlist, launchdPlist } from "../../src/service-manager/launchd-plist.ts";
import type { ServicePlan } from "../../src/service-manager/service-plan.ts";
import { statusLines } from "../../src/service-manager/service-status.ts";
import { SystemdManager } from "../../src/service-manager/systemd-manager.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Answers, RecordedCommands } from "./recorded-commands.ts";

/* The managers of systemd and of launchd, over stand-ins for their programs and in a root of the test's own. */

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(join(root, "etc"));
  writeFileSync(join(root, "etc", "group"), "root:x:0:\nlp:x:7:\ndialout:x:20:\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const text = (file: string) => readFileSync(join(root, file), "utf8");

describe("systemd", () => {
  const plan: ServicePlan = {
    executable: "/usr/local/bin/tillroll",
    dataFolder: "/var/lib/tillroll",
    user: "tillroll",
  };
  const UNIT = "etc/systemd/system/tillroll.service";

  function manager(answers: Answers = {}) {
    const commands = new RecordedCommands(answers);
    return { manager: new SystemdManager(commands.run, root), commands };
  }

  test("installs: the user first, then the unit, which starts with the machine", () => {
    const { manager: systemd, commands } = manager();
    systemd.makeReady(plan);
    systemd.install(plan);
    systemd.giveFolder(plan.dataFolder);
    expect(commands.calls).toEqual([
      `systemd-sysusers ${join(root, "/etc/sysusers.d/tillroll.conf")}`,
      "systemctl daemon-reload",
      "systemctl enable tillroll.service",
      "chown -R -h tillroll:tillroll /var/lib/tillroll",
      "chmod 0700 /var/lib/tillroll",
      "restorecon -R /var/lib/tillroll",
    ]);
    // This machine has no group of "uucp".
    expect(text("etc/sysusers.d/tillroll.conf")).toMatch(
      /^u tillroll .*\nm tillroll lp\nm tillroll dialout\n$/,
    );
    expect(systemd.installed()).toEqual({
      dataFolder: "/var/lib/tillroll",
      isPackaged: false,
      file: `/${UNIT}`,
    });
  });

  test("uninstalls: nothing of it is left but data and user", () => {
    const { manager: systemd, commands } = manager();
    systemd.makeReady(plan);
    systemd.install(plan);
    systemd.uninstall();
    expect(existsSync(join(root, UNIT))).toBe(false);
    expect(systemd.installed()).toBeNull();
    expect(commands.calls.slice(-3)).toEqual([
      "systemctl disable tillroll.service",
      "systemctl daemon-reload",
      "systemctl reset-failed tillroll.service",
    ]);
  });

  test("knows the unit of a package for its own", () => {
    const { manager: systemd } = manager();
    const packaged = join(root, "usr/lib/systemd/system/tillroll.service");
    mkdirSync(dirname(packaged), { recursive: true });
    writeFileSync(packaged, "[Service]\nExecStart=/usr/bin/tillroll serve --data /var/lib/tillroll\n");
    expect(systemd.installed()?.isPackaged).toBe(true);
  });

  test("a failure of one of its programs is told with what it said", () => {
    const { manager: systemd } = manager({
      "systemctl enable": { exitCode: 1, complaint: "Unit is masked." },
    });
    expect(() => systemd.install(plan)).toThrow(
      '"systemctl enable tillroll.service" failed: Unit is masked.',
    );
  });

  const show = (properties: Readonly<Record<string, string>>) => ({
    "systemctl show": {
      output: Object.entries(properties)
        .map((entry) => entry.join("="))
        .join("\n"),
    },
  });

  test.each([
    [
      { LoadState: "loaded", ActiveState: "active", SubState: "running", MainPID: "42", Result: "success" },
      { kind: "running", words: "active (running)", processId: 42 },
    ],
    [
      {
        LoadState: "loaded",
        ActiveState: "activating",
        SubState: "auto-restart",
        MainPID: "0",
        Result: "watchdog",
      },
      { kind: "starting", words: "activating (auto-restart, watchdog)", processId: null },
    ],
    [
      { LoadState: "loaded", ActiveState: "failed", SubState: "failed", MainPID: "0", Result: "exit-code" },
      { kind: "failed", words: "failed (failed, exit-code)", processId: null },
    ],
    [
      {
        LoadState: "loaded",
        ActiveState: "inactive",
        SubState: "dead",
        StateChangeTimestamp: "Sun 2026-11-22",
      },
      { kind: "stopped", since: "Sun 2026-11-22" },
    ],
    [{ LoadState: "not-found", ActiveState: "inactive" }, { kind: "not installed" }],
  ])("what systemd says of it is told in a word (%#)", (properties, state) => {
    expect(manager(show(properties)).manager.state()).toMatchObject(state);
  });

  test("a start that fails says where to look", async () => {
    const { manager: systemd } = manager({
      "systemctl start": { exitCode: 1 },
      ...show({ LoadState: "loaded", ActiveState: "failed", SubState: "failed", Result: "exit-code" }),
    });
    await expect(systemd.start()).rejects.toThrow('"journalctl -u tillroll -n 30" shows why');
  });

  test("the status names what is known, and no more", async () => {
    const { manager: systemd } = manager();
    const installed = { dataFolder: "/var/lib/tillroll", isPackaged: false, file: "/unit" };
    const state = { kind: "stopped", words: "inactive (dead)", since: null, processId: null } as const;
    expect(await statusLines(systemd, installed, state)).toEqual([
      "Service    stopped, by systemd (/unit)",
      "State      inactive (dead)",
      "Data       /var/lib/tillroll",
    ]);
  });

  test("the status of one that runs names the ports of its printers, and none that is not open", async () => {
    const { manager: systemd } = manager();
    const port = (printer: string | null, protocol: string, number: number, isOpen = true) => {
      return { printer, protocol, port: number, isOpen };
    };
    const ports = [
      port("bar", "raw", 9101),
      port("cellar", "raw", 9102, false),
      port(null, "lpd", 515, false),
    ];
    const components = { ports: { state: "ok", message: "", details: { ports } } };
    using service = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => Response.json({ status: "ok", canPrint: true, version: "1.2.3", components }),
    });
    const address = `http://localhost:${service.port}`;
    const own = { host: "0.0.0.0", http: 80, lpd: 515 };
    announceService(root, { address, processId: process.pid, localToken: "", ports: own });
    const installed = { dataFolder: root, isPackaged: false, file: "/unit" };
    const state = { kind: "running", words: "active", since: null, processId: null } as const;
    expect(await statusLines(systemd, installed, state)).toContain("Ports      http 80, raw 9101 (bar)");
  });
});

describe("launchd", () => {
  const plan: ServicePlan = {
    executable: "/usr/local/bin/tillroll",
    dataFolder: "/Library/Application Support/Tillroll & Sons",
    user: "_tillroll",
  };

  test("is told to start the service with the Mac, and again after a failure", () => {
    const plist = launchdPlist(plan);
    expect(plist.replaceAll("\n", "")).toContain(
      "<key>RunAtLoad</key><true/><key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>",
    );
    expect(plist).toContain("<string>/Library/Application Support/Tillroll &amp; Sons</string>");
    expect(dataFolderOfPlist(plist)).toBe(plan.dataFolder);
  });

  test("makes the service's user with a number that nobody has", () => {
    const commands = new RecordedCommands({
      "dscl . -read": { exitCode: 56 },
      "dscl . -list /Users": { output: "_www 70\n_a 300\n" },
      "dscl . -list /Groups": { output: "_b 301\n" },
    });
    new LaunchdManager(commands.run, root).makeReady(plan);
    expect(commands.calls).toContain("dscl . -create /Users/_tillroll UniqueID 302");
    expect(commands.calls).toContain("dscl . -create /Groups/_tillroll PrimaryGroupID 302");
  });

  test("is started, stopped and asked by its own programs", async () => {
    let state = "not running";
    const commands = new RecordedCommands({
      "launchctl print": () => ({
        output: `system/x = {\n\tstate = ${state}\n${state === "running" ? "\tpid = 7\n" : ""}}\n`,
      }),
      "launchctl kickstart": () => {
        state = "running";
        // It notes where it can be reached, as the service does.
        mkdirSync(join(root, "data"), { recursive: true });
        writeFileSync(join(root, "data", "service.json"), JSON.stringify({ processId: 7 }));
        return {};
      },
      "launchctl kill": () => {
        state = "not running";
        return {};
      },
    });
    const launchd = new LaunchdManager(commands.run, root);
    launchd.install({ ...plan, dataFolder: join(root, "data") });
    expect(statSync(join(root, "Library/LaunchDaemons/net.tillroll.service.plist")).mode & 0o777).toBe(0o644);
    await launchd.start();
    expect(launchd.state()).toMatchObject({ kind: "running", processId: 7 });
    await launchd.stop();
    expect(launchd.state().kind).toBe("stopped");
    launchd.uninstall();
    expect(launchd.state().kind).toBe("not installed");
    expect(commands.calls).toContain("launchctl kill SIGTERM system/net.tillroll.service");
  });
});

describe("the firewall", () => {
  const PORTS = firewallPorts([9100, 9180, 0]);

  test("lets through the ports for tills", () => {
    expect(PORTS).toEqual(["443/tcp", "8008/tcp", "8043/tcp", "9100/tcp", "9180/tcp", "5353/udp"]);
  });

  const OFF = { "firewall-cmd": { exitCode: 127 }, ufw: { exitCode: 127 } };
  test.each<[string, NodeJS.Platform, Answers, string | null, string | undefined]>([
    [
      "firewalld",
      "linux",
      {},
      "firewalld",
      `firewall-cmd --permanent ${PORTS.map((port) => `--add-port=${port}`).join(" ")}`,
    ],
    [
      "ufw",
      "linux",
      { ...OFF, ufw: { output: "Status: active\n" } },
      "ufw",
      "ufw allow 443/tcp comment Tillroll",
    ],
    ["ufw that is off", "linux", { ...OFF, ufw: { output: "Status: inactive\n" } }, null, undefined],
    ["none", "linux", OFF, null, undefined],
    [
      "Windows",
      "win32",
      {},
      "Windows Firewall",
      "netsh advfirewall firewall add rule name=Tillroll dir=in action=allow program=EXE enable=yes profile=private,domain",
    ],
    ["macOS with it off", "darwin", {}, null, undefined],
  ])(
    "of %s is opened by its own program, or a person is told how",
    (_name, platform, answers, firewall, first) => {
      const commands = new RecordedCommands(answers);
      const advice = firewallAdvice(commands.run, platform, "EXE", PORTS);
      expect(advice.firewall).toBe(firewall);
      expect(tellFirewall(advice)[1]?.trim()).toBe(first);
      commands.calls.length = 0;
      openFirewall(commands.run, advice);
      expect(commands.calls[0]).toBe(first);
    },
  );
});
