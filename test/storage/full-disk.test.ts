import { afterEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { MINIMUM_FREE_DISK_BYTES, WAL_LIMITS } from "../../src/domain/storage-limits.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { FailingDisk, SmallDisk } from "../failing-disk.ts";
import { type ErrorAnswer, run, Service } from "../service.ts";
import { as, byPassword, sendForm } from "../people/signed-in.ts";
import { until } from "../until.ts";

/* The compiled binary on a disk that is full, read-only, fails or hangs. */

const smallDisk = SmallDisk.mount(120);
smallDisk?.unmount();
const failingDisk = FailingDisk.make();
failingDisk?.remove();

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start(options: Parameters<typeof Service.start>[0]): Promise<Service> {
  const service = await Service.start(options);
  ends.push(() => service.stop("SIGKILL"));
  return service;
}

async function answer(service: Service): Promise<string> {
  const response = await service.prints("/json", { json: { raw: btoa("hello") } });
  if (response.status === 201) return "201";
  return `${response.status} ${String(((await response.json()) as ErrorAnswer).data["reason"])}`;
}

/** Processor time of a process, seconds. */
async function processorSeconds(processId: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${processId}/stat`).text()).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

describe.skipIf(smallDisk === null)("a full disk", () => {
  function disk(): { disk: SmallDisk; folder: string } {
    const mounted = SmallDisk.mount(120);
    if (mounted === null) throw new Error("no disk");
    ends.push(() => mounted.unmount());
    return { disk: mounted, folder: join(mounted.folder, "data") };
  }

  const hasReserve = (folder: string) => existsSync(join(folder, "tillroll.reserve"));

  test("refuses prints, but the owner signs in, deletes and restores, and it stops in an orderly way", async () => {
    const { disk: small, folder } = disk();
    const service = await start({ folder });
    for (let count = 0; count < 20; count++) await service.store();
    await until(() => hasReserve(folder));
    const password = "seven plain words are enough";
    const input = new TextEncoder().encode(password);
    const words = ["user", "create", "Ada", "--role", "operator", "--password-stdin", "--data", folder];
    expect((await run(words, { input })).exitCode).toBe(0);
    small.fill();
    const answers = new Set(await Promise.all(Array.from({ length: 300 }, () => answer(service))));
    expect([...answers]).toEqual(["507 DISK_FULL"]);
    const { stdout, exitCode } = await run(["sign-in", "--data", folder]);
    expect(exitCode).toBe(0);
    const signedIn = await fetch(stdout.trim(), { redirect: "manual" });
    expect([signedIn.status, signedIn.headers.has("set-cookie")]).toEqual([303, true]);
    const ada = await byPassword(service, "Ada", password);
    const shown = await as(service, ada, "POST", "/api/sign-in-codes");
    const { addresses } = (await shown.json()) as { addresses: readonly string[] };
    const phone = await sendForm(service, { code: addresses[0]?.split("code=")[1] ?? "" });
    expect([phone.status, phone.headers.has("set-cookie")]).toEqual([303, true]);
    const other = await as(service, ada, "POST", "/api/me/password", {
      password: "and now there are other words",
      current: password,
    });
    expect(other.status).toBe(200);
    for (let id = 1; id <= 20; id++) {
      expect((await service.prints(`/${id}`, { method: "DELETE" })).status).toBe(200);
    }
    expect((await service.prints("/1/restore", { method: "POST" })).status).toBe(200);
    expect(hasReserve(folder)).toBe(false);
    expect(service.logged.split("\n").filter((line) => line.includes("disk is full")).length).toBeLessThan(8);
    small.empty();
    await until(async () => (await answer(service)) === "201");
    await until(() => hasReserve(folder));
    small.fill();
    expect(await service.stop()).toBe(0);
    expect(existsSync(`${databasePath(folder)}-wal`)).toBe(false);
  });

  test("at a start: it serves reading, says so, rests, and stores again when there is room", async () => {
    const { disk: small, folder } = disk();
    const before = await start({ folder });
    for (let count = 0; count < 5; count++) await before.store();
    await before.stop("SIGKILL");
    rmSync(join(folder, "tillroll.reserve"), { force: true });
    rmSync(`${databasePath(folder)}-shm`, { force: true });
    small.fill();
    const service = await start({ folder, token: before.token });
    await service.hasLogged("nothing can be stored; what is stored can be read");
    const search = await service.prints("/search", { json: {} });
    expect(((await search.json()) as { total: number }).total).toBe(5);
    expect(await answer(service)).toBe("507 DISK_FULL");
    const { exitCode, stderr } = await run(["token", "list", "--data", folder]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("The disk is full")]);
    const used = await processorSeconds(service.processId);
    await Bun.sleep(3000);
    expect((await processorSeconds(service.processId)) - used).toBeLessThan(1);
    small.empty();
    await until(async () => (await answer(service).catch(() => "")) === "201");
    expect(await service.stop()).toBe(0);
  });

  test("is not taken for another service", async () => {
    const { disk: small, folder } = disk();
    small.fill();
    const { exitCode, stderr } = await run(["serve", "--data", folder, "--port", "0"], {
      environment: { TILLROLL_RAW_PORT: "0", TILLROLL_LPD_PORT: "0", TILLROLL_IPP_PORT: "0" },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("The disk is full");
    expect(stderr).not.toContain("Another");
    expect(stderr).not.toContain("SQLiteError");
  });

  test("a read-only disk serves reading, prints that a crash left in the log too, and stores when it is writable", async () => {
    const { disk: small, folder } = disk();
    const before = await start({ folder });
    for (let count = 0; count < 5; count++) await before.store();
    await before.stop("SIGKILL");
    small.remount("ro");
    const service = await start({ folder, token: before.token });
    const search = await service.prints("/search", { json: {} });
    expect(((await search.json()) as { total: number }).total).toBe(5);
    expect(await answer(service)).toBe("503 READ_ONLY");
    expect((await run(["printer", "list", "--data", folder])).exitCode).toBe(0);
    const { exitCode, stderr } = await run(["token", "create", "--data", folder]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("read-only")]);
    expect(stderr).not.toContain("SQLiteError");
    small.remount("rw");
    await until(async () => (await answer(service).catch(() => "")) === "201");
  });

  test("the watermark holds in a burst between two looks at the disk", async () => {
    const { disk: small, folder } = disk();
    // More than an address may send.
    const service = await start({ folder, flags: ["--client-rate", "0"] });
    await until(() => hasReserve(folder));
    const raw = crypto.getRandomValues(new Uint8Array(60_000));
    const send = () =>
      service
        .prints("", { body: raw, headers: { "content-type": "application/octet-stream" } })
        .then((r) => r.status);
    const statuses: number[] = [];
    for (let round = 0; round < 60; round++)
      statuses.push(...(await Promise.all(Array.from({ length: 16 }, send))));
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    const { stdout } = Bun.spawnSync(["df", "--output=avail", "-B1", small.folder]);
    // What was in the log at the last look is written once more, into the file.
    const least = MINIMUM_FREE_DISK_BYTES - WAL_LIMITS.busyCheckpointBytes;
    expect(Number(stdout.toString().split("\n")[1])).toBeGreaterThan(least);
  });
});

describe.skipIf(failingDisk === null)("a disk that fails", () => {
  async function service(): Promise<{ service: Service; disk: FailingDisk }> {
    const disk = FailingDisk.make();
    if (disk === null) throw new Error("no disk");
    const started = await start({ environment: disk.environment });
    ends.push(() => {
      disk.remove();
      rmSync(started.folder, { recursive: true, force: true });
    });
    return { service: started, disk };
  }

  test.each([[true], [false]])(
    "a stop ends though fsync hangs (with a print under way: %p)",
    async (isPrinting) => {
      const { service: stopping, disk } = await service();
      await stopping.store();
      disk.become("hang");
      if (isPrinting) void answer(stopping).catch(() => {});
      const began = performance.now();
      expect(await stopping.stop()).toBe(1);
      expect(performance.now() - began).toBeLessThan(10_000);
      await stopping.hasLogged("The stop was not orderly");
      await stopping.hasLogged("does not answer");
    },
  );

  test("a second signal ends it at once", async () => {
    const { service: stopping, disk } = await service();
    disk.become("hang");
    process.kill(stopping.processId, "SIGTERM");
    await until(() => stopping.logged.includes("stopping"));
    const began = performance.now();
    expect(await stopping.stop()).toBe(1);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  test.each([
    ["eio", "503 DISK_ERROR", "The disk fails"],
    ["full", "507 DISK_FULL", "The disk is full"],
  ] as const)(
    "%s: a stop that cannot fold the log says so, and loses nothing",
    async (mode, refusal, sentence) => {
      const { service: stopping, disk } = await service();
      for (let count = 0; count < 30; count++) await stopping.store();
      disk.become(mode);
      expect(await answer(stopping)).toBe(refusal);
      expect(await stopping.stop()).toBe(1);
      await stopping.hasLogged("The stop was not orderly");
      await stopping.hasLogged(sentence);
      disk.become("well");
      const next = await start({ folder: stopping.folder, token: stopping.token });
      const search = await next.prints("/search", { json: {} });
      expect(((await search.json()) as { total: number }).total).toBe(30);
    },
  );

  test("is noticed when nobody prints, and that it works again too", async () => {
    const { service: idle, disk } = await service();
    disk.become("eio");
    await until(() => idle.logged.includes("The disk fails to read or write"));
    disk.become("well");
    await until(() => idle.logged.includes("prints are stored again"));
    expect(await answer(idle)).toBe("201");
  });
});

test.skipIf(process.platform === "win32")(
  "all files are their owner's alone, whatever folder and umask are",
  async () => {
    const service = await Service.start();
    ends.push(() => service.end());
    await service.store();
    await until(() => existsSync(join(service.folder, "tillroll.reserve")));
    const names = [
      "service.json",
      "service.lock",
      "tillroll.reserve",
      "tillroll.sqlite",
      "tillroll.sqlite-generation",
      "tillroll.sqlite-shm",
      "tillroll.sqlite-wal",
    ];
    const modes = () =>
      names.map((name) => `${name} ${(statSync(join(service.folder, name)).mode & 0o777).toString(8)}`);
    expect(modes()).toEqual(names.map((name) => `${name} 600`));
    // As an older Tillroll left them, and in a folder that everybody may read.
    await service.stop("SIGKILL");
    for (const name of names) chmodSync(join(service.folder, name), 0o644);
    chmodSync(service.folder, 0o755);
    const next = await start({ folder: service.folder, token: service.token });
    await next.store();
    expect(modes()).toEqual(names.map((name) => `${name} 600`));
  },
);
