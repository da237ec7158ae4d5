import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { writeState } from "../../src/backup/backup-state.ts";
import type { DoctorAnswer, DoctorRow } from "../../src/contract/doctor.ts";
import { askProgram, type DoctorFacts } from "../../src/doctor/doctor-facts.ts";
import { examine, exitCodeOf } from "../../src/doctor/examine.ts";
import { FINDINGS, type FindingCode, found } from "../../src/doctor/findings.ts";
import { kindByMount, kindInMounts, kindRow } from "../../src/doctor/look-at-disk.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForWriting } from "../../src/storage/database.ts";
import { notePath } from "../../src/storage/generation.ts";
import { MIGRATIONS } from "../../src/storage/migrations/migrations.ts";
import { SmallDisk } from "../failing-disk.ts";
import { MINUTE, NOW, Shop, START } from "../restore/shop.ts";
import { temporaryFolder } from "../service.ts";
import { openLiveDatabase } from "../live-database.ts";

let folder = "";
beforeEach(() => {
  folder = join(temporaryFolder(), "data");
  mkdirSync(folder, { mode: 0o700 });
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

function facts(given: Partial<DoctorFacts> = {}): DoctorFacts {
  return {
    dataFolder: folder,
    service: "stopped",
    health: null,
    host: "127.0.0.1",
    ports: [],
    printers: [],
    backupPlace: null,
    platform: process.platform,
    ask: askProgram,
    now: NOW,
    ...given,
  };
}

function fill(): void {
  const shop = new Shop(folder);
  shop.prints(3);
  shop.close();
}

function rowOf(answer: DoctorAnswer, code: FindingCode): DoctorRow | undefined {
  return answer.findings.find((row) => row.code === code);
}

/** A program of the system that is not on every machine: what it answers, by its first words. */
function programs(
  answers: Readonly<Record<string, { readonly exitCode?: number; readonly output?: string }>>,
) {
  return (program: string, ...words: readonly string[]) => {
    const line = [program, ...words].join(" ");
    const known = Object.entries(answers).find(([begin]) => line.startsWith(begin))?.[1];
    const { exitCode = 0, output = "" } = known ?? { exitCode: 127 };
    return Promise.resolve({ exitCode, output, complaint: output });
  };
}

interface Case {
  readonly finds: FindingCode;
  readonly says?: string;
  /** What is arranged on the data folder of a shop. @returns what else the doctor is told, and what is to be ended */
  readonly when: () =>
    (Partial<DoctorFacts> & { end?: () => void }) | Promise<Partial<DoctorFacts> & { end?: () => void }>;
}

const nothing = () => ({});

const CASES: readonly Case[] = [
  { finds: "disk.space", when: nothing },
  { finds: "disk.write", when: nothing },
  { finds: "database.header", when: nothing },
  { finds: "database.version", when: nothing },
  { finds: "database.pages", when: nothing },
  { finds: "database.log", when: nothing },
  { finds: "clock.zone", when: nothing },
  { finds: "clock.time", when: nothing },
  { finds: "backups.none", when: nothing },
  { finds: "rights.folder", when: nothing },
  { finds: "service.stopped", when: nothing },
  { finds: "machine.memory", when: nothing },
  { finds: "machine.language", when: nothing },
  { finds: "machine.version", when: nothing },
  { finds: "printers.none", when: nothing },
  { finds: "service.running", when: () => ({ service: "answering" }) },
  { finds: "service.silent", when: () => ({ service: "silent" }) },
  {
    finds: "database.missing",
    when: () => {
      rmSync(databasePath(folder));
      return {};
    },
  },
  {
    finds: "database.header-damaged",
    when: () => {
      writeFileSync(databasePath(folder), new Uint8Array(8192));
      return {};
    },
  },
  {
    finds: "database.pages-damaged",
    when: () => {
      const root = (() => {
        using database = openLiveDatabase(databasePath(folder));
        return database
          .query<{ page: number }, []>("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'print_data'")
          .get();
      })();
      overwrite(databasePath(folder), new Uint8Array(4096), ((root?.page ?? 0) - 1) * 4096);
      return {};
    },
  },
  {
    finds: "database.unreadable",
    when: () => {
      truncateSync(databasePath(folder), 100);
      return {};
    },
  },
  {
    finds: "database.version-newer",
    says: `${MIGRATIONS.length + 1}`,
    when: () => {
      using database = openForWriting(databasePath(folder));
      database.run(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
      return {};
    },
  },
  {
    finds: "database.version-old",
    when: () => {
      using database = openForWriting(databasePath(folder));
      database.run("PRAGMA user_version = 20");
      return {};
    },
  },
  {
    finds: "database.log-foreign",
    when: () => {
      const shop = new Shop(folder);
      shop.prints(2);
      const log = `${databasePath(folder)}-wal`;
      copyFileSync(log, `${log}.kept`);
      shop.close();
      copyFileSync(`${log}.kept`, log);
      writeFileSync(notePath(databasePath(folder)), "00000001\n");
      return {};
    },
  },
  { finds: "database.pages-unknown", when: () => ({ service: "answering" }) },
  { finds: "clock.time-behind", when: () => ({ now: START - 60 * MINUTE }) },
  {
    finds: "clock.synchronised",
    when: () => ({ platform: "linux", ask: programs({ timedatectl: { output: "yes\n" } }) }),
  },
  {
    finds: "clock.unsynchronised",
    when: () => ({ platform: "linux", ask: programs({ timedatectl: { output: "no\n" } }) }),
  },
  { finds: "clock.synchronised-unknown", when: () => ({ platform: "linux", ask: programs({}) }) },
  { finds: "ports.free", when: () => ({ ports: [{ port: freePort(), purpose: "http", isNeeded: true }] }) },
  { finds: "ports.taken", says: "bun", when: () => taken(true) },
  { finds: "ports.taken-shared", when: () => taken(false) },
  { finds: "ports.open", when: () => ({ ...taken(true), service: "answering" }) },
  { finds: "ports.taken-shared", says: "bun", when: takenByAnother },
  {
    finds: "ports.closed",
    when: () => ({ service: "answering", ports: [{ port: freePort(), purpose: "http", isNeeded: true }] }),
  },
  { finds: "firewall.none", when: () => ({ platform: "linux", ask: programs({}) }) },
  {
    finds: "firewall.closed",
    says: "9100",
    when: () => ({
      platform: "linux",
      ask: programs({
        "firewall-cmd --state": {},
        "firewall-cmd --list-ports": { output: "9180/tcp 5353/udp\n" },
      }),
      ports: [9180, 9100].map((port) => ({ port, purpose: "x", isNeeded: true })),
    }),
  },
  {
    finds: "firewall.open",
    when: () => ({
      platform: "linux",
      ask: programs({
        "ufw status": { output: "Status: active\n\n9100:9110/tcp              ALLOW       Anywhere\n" },
      }),
      ports: [{ port: 9105, purpose: 'raw of printer "bar"', isNeeded: true }],
    }),
  },
  {
    finds: "firewall.unknown",
    when: () => ({
      platform: "linux",
      ask: programs({
        "ufw status": { exitCode: 1, output: "ERROR: You need to be root to run this script" },
      }),
    }),
  },
  {
    finds: "printers.unreachable",
    says: "bar",
    when: () => ({ printers: [{ name: "bar", target: `tcp://127.0.0.1:${freePort()}`, state: null }] }),
  },
  {
    finds: "printers.reachable",
    when: () => {
      const { ports, end } = taken(true);
      return {
        printers: [{ name: "bar", target: `tcp://127.0.0.1:${ports[0]?.port ?? 0}`, state: null }],
        end,
      };
    },
  },
  {
    finds: "printers.trouble",
    says: "The cover is open.",
    when: () => ({
      printers: [
        { name: "bar", target: "tcp://10.0.0.5", state: { isWell: false, message: "The cover is open." } },
      ],
    }),
  },
  { finds: "backups.bucket", when: () => ({ backupPlace: "s3://backups/till" }) },
  { finds: "backups.away", when: () => ({ backupPlace: join(folder, "..", "away") }) },
  { finds: "backups.place", when: () => backedUp(NOW - MINUTE) },
  { finds: "backups.old", when: () => backedUp(NOW - 5 * 24 * 60 * MINUTE) },
  {
    finds: "rights.folder-open",
    says: "755",
    when: () => {
      chmodSync(folder, 0o755);
      return {};
    },
  },
  {
    finds: "health.degraded",
    says: "It goes on.",
    when: () => ({ health: { index: { state: "degraded", message: "It goes on." } } }),
  },
  {
    finds: "health.failed",
    when: () => ({ health: { storage: { state: "failed", message: "The disk is full." } } }),
  },
];

function overwrite(path: string, bytes: Uint8Array, offset: number): void {
  const whole = readFileSync(path);
  whole.set(bytes, offset);
  writeFileSync(path, whole);
}

function listen() {
  return Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
}

function freePort(): number {
  const listener = listen();
  listener.stop(true);
  return listener.port;
}

function taken(isNeeded: boolean) {
  const listener = listen();
  return { ports: [{ port: listener.port, purpose: "http", isNeeded }], end: () => listener.stop(true) };
}

async function backedUp(at: number): Promise<Partial<DoctorFacts>> {
  const place = join(folder, "..", "place");
  mkdirSync(place);
  writeFileSync(join(place, "tillroll.sqlite"), "x");
  utimesSync(join(place, "tillroll.sqlite"), at / 1000, at / 1000);
  const head = { snapshot: "snapshot", sequence: 0, path: "tillroll.sqlite", sha256: "" };
  await writeState(folder, { service: "till", place, head }, null);
  return {};
}

describe("what it finds", () => {
  test.each(CASES.map((each) => [each.finds, each] as const))("%s", async (code, { when, says }) => {
    fill();
    const { end, ...given } = await when();
    try {
      const row = rowOf(await examine(facts(given)), code);
      expect(row).toMatchObject({ code, state: FINDINGS[code].state });
      if (says !== undefined) expect(row?.finding).toContain(says);
    } finally {
      end?.();
    }
  });
});

test("the exit code is that of the worst finding", () => {
  const answer = (state: DoctorAnswer["state"]): DoctorAnswer => ({ lookedAt: "", state, findings: [] });
  expect((["ok", "unknown", "warning", "fault"] as const).map((state) => exitCodeOf(answer(state)))).toEqual([
    0, 0, 1, 2,
  ]);
});

test("a full disk, and one that is read-only, are told", async () => {
  const disk = SmallDisk.mount(4);
  if (disk === null) return;
  try {
    disk.fill();
    const full = await examine(facts({ dataFolder: disk.folder }));
    expect(rowOf(full, "disk.space-none")).toMatchObject({ state: "fault" });
    expect(rowOf(full, "disk.write-failed")).toBeDefined();
    expect(rowOf(full, "disk.kind-memory")?.finding).toContain("tmpfs");
    disk.empty();
    disk.remount("ro");
    const readOnly = await examine(facts({ dataFolder: disk.folder }));
    expect(rowOf(readOnly, "disk.write-failed")?.finding).toContain("can only be read");
    expect(readOnly.state).toBe("fault");
  } finally {
    disk.unmount();
  }
});

test("a folder that is not there is told area by area, and nothing throws", async () => {
  const answer = await examine(facts({ dataFolder: join(folder, "nowhere") }));
  expect(answer.findings.filter(({ code }) => code === "service.blind").map(({ area }) => area)).toContain(
    "disk",
  );
});

test.skipIf(process.platform !== "linux")(
  "in the service itself, SQLite keeps its lock on the database",
  async () => {
    fill();
    const path = databasePath(folder);
    using database = openForWriting(path);
    database.run("UPDATE workspace SET slug = slug");
    const { ino } = statSync(path);
    const locks = () => readFileSync("/proc/locks", "utf8").split(`:${ino} `).length - 1;
    expect(locks()).toBeGreaterThan(0);
    await examine(facts({ service: "answering" }));
    expect(locks()).toBeGreaterThan(0);
  },
);

describe("kinds of file systems", () => {
  const mounts = [
    "21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
    "22 21 0:5 / /mnt/nas rw - cifs //nas/share rw",
    String.raw`23 21 0:6 / /mnt/two\040words rw shared:2 master:1 - nfs4 nas:/x rw`,
    "24 21 0:7 / /srv rw - tmpfs tmpfs rw",
    "25 24 8:2 / /srv rw - xfs /dev/sdb rw",
  ].join("\n");
  const cases: readonly (readonly [string, string, FindingCode])[] = [
    ["/var/lib/tillroll", "ext4", "disk.kind"],
    ["/mnt/nas/tillroll", "cifs", "disk.kind-network"],
    ["/mnt/nasty", "ext4", "disk.kind"],
    ["/mnt/two words/x", "nfs4", "disk.kind-network"],
    ["/srv/tillroll", "xfs", "disk.kind"],
  ];
  test.each(cases)("%s is on %s", (path, kind, code) => {
    expect(kindInMounts(path, mounts)).toBe(kind);
    expect(kindRow(kind).code).toBe(code);
  });

  test("as macOS tells them", () => {
    const output =
      "/dev/disk3s1 on / (apfs, sealed, local)\n//u@nas/share on /Volumes/share (smbfs, nodev)\n";
    expect(kindByMount("/Volumes/share/tillroll", output)).toBe("smbfs");
    expect(kindByMount("/Users/x", output)).toBe("apfs");
  });

  test.each([
    [null, "disk.kind-unknown"],
    ["overlay", "disk.kind-layer"],
    ["fuse.sshfs", "disk.kind-network"],
  ] as const)("%s", (kind, code) => expect(kindRow(kind).code).toBe(code));
});

test("each finding takes as many values as it has places, and says what to do where something is wrong", () => {
  for (const [code, words] of Object.entries<{
    state: string;
    finding: string;
    meaning?: string;
    advice?: string;
  }>(FINDINGS)) {
    const places = [words.finding, words.advice ?? ""].join(" ").split("{}").length - 1;
    const values = Array.from({ length: places }, (_, index) => `<${index}>`);
    const row = found(code as FindingCode, ...values);
    expect(`${row.finding} ${row.advice ?? ""}`).not.toContain("{}");
    for (const value of values) expect(`${row.finding} ${row.advice ?? ""}`).toContain(value);
    if ((row.state === "warning" || row.state === "fault") && row.area !== "health")
      expect([code, row.advice]).not.toContain(null);
  }
});

/** A port at which another program answers, as the service's health says. */
function takenByAnother() {
  const { ports, end } = taken(false);
  const details = { ports: ports.map(({ port }) => ({ port, isOpen: false })) };
  const health = { ports: { state: "degraded" as const, message: "Not open.", details } };
  return { ports, end, service: "answering" as const, health };
}
