import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { SYSTEMD_ANALYZE, whyWithout } from "../../scripts/check/programs.ts";
import type { ServicePlan } from "../../src/service-manager/service-plan.ts";
import { dataFolderOfUnit, sysusersText, systemdUnit } from "../../src/service-manager/systemd-unit.ts";
import { describeUnless } from "../describe-unless.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const PLAN: ServicePlan = {
  executable: "/usr/bin/tillroll",
  dataFolder: "/var/lib/tillroll",
  user: "tillroll",
};

const lines = (plan: Partial<ServicePlan> = {}) => systemdUnit({ ...PLAN, ...plan }).split("\n");

describe("the unit", () => {
  test("starts the executable as its own user, waits for its word, watches it and starts it again", () => {
    expect(lines()).toEqual(
      expect.arrayContaining([
        "ExecStart=/usr/bin/tillroll serve --data /var/lib/tillroll",
        "User=tillroll",
        "Type=notify",
        "WatchdogSec=60",
        "Restart=on-failure",
        "StateDirectory=tillroll",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "AmbientCapabilities=CAP_NET_BIND_SERVICE",
        "ProtectHome=yes",
      ]),
    );
  });

  test("leaves more time for a stop than the service takes", () => {
    expect(lines()).toContain("TimeoutStopSec=30");
  });

  test.each([
    ["elsewhere", { dataFolder: "/srv/till data" }, 'ReadWritePaths="/srv/till data"'],
    ["elsewhere, which is mounted first", { dataFolder: "/srv/tills" }, "RequiresMountsFor=/srv/tills"],
    ["at home", { dataFolder: "/home/shop/tills" }, "ProtectHome=no"],
    ["and backups beside it", { writableFolders: ["/mnt/backup"] }, "ReadWritePaths=/mnt/backup"],
    [
      "with options",
      { words: ["--port", "8080"] },
      "ExecStart=/usr/bin/tillroll serve --data /var/lib/tillroll --port 8080",
    ],
  ])("knows data %s", (_where, plan, line) => {
    expect(lines(plan)).toContain(line);
  });

  test("names the data folder that it was made for, whatever is in its name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
        fc.pre(!/[\0\r\n]/.test(name));
        const dataFolder = `/srv/${name}`;
        expect(dataFolderOfUnit(systemdUnit({ ...PLAN, dataFolder }))).toBe(dataFolder);
      }),
      // What JavaScript takes for the end of a line.
      { examples: [["\u2028"], ["\\\u2029 a"], ["\\n"]] },
    );
  });

  test("of another kind names none", () => {
    expect(dataFolderOfUnit("[Service]\nExecStart=/usr/bin/other\n")).toBeNull();
  });
});

test("the user is in the groups of the devices that there are", () => {
  expect(sysusersText("tillroll", "/var/lib/tillroll", ["lp"])).toBe(
    'u tillroll - "Tillroll print spooler" /var/lib/tillroll\nm tillroll lp\n',
  );
});

describeUnless(whyWithout(SYSTEMD_ANALYZE), "systemd itself", () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function analyze(words: readonly string[], plan: ServicePlan): Promise<string> {
    const file = join(folder, "tillroll.service");
    // A program and a user that there are.
    await Bun.write(file, systemdUnit({ ...plan, executable: "/bin/true", user: "root" }));
    const child = Bun.spawn(["systemd-analyze", ...words, file], { stdout: "pipe", stderr: "pipe" });
    const [output, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect([errors, await child.exited]).toEqual(["", 0]);
    return output;
  }

  test.each([
    ["as it is", PLAN],
    ["with odd names", { ...PLAN, dataFolder: '/srv/"50 %" $HOME', words: ["--hostname", "a b"] }],
  ])("finds nothing wrong in it %s", async (_kind, plan) => {
    expect(await analyze(["verify"], plan)).toBe("");
  });

  test("takes it for well closed", async () => {
    const output = await analyze(["security", "--offline=true", "--no-pager"], PLAN);
    // A service with nothing closed has 9.6; root, which it is here alone, is 0.4 of it.
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1])).toBeLessThan(3);
  });
});
