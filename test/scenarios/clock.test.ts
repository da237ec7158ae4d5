import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { renewChecksums } from "../../scripts/database/row-checksums.ts";
import { runClockSteps } from "../../scripts/faults/clock-steps.ts";
import { MachineClock } from "../../scripts/faults/machine-clock.ts";
import { MILLISECONDS_PER_DAY as DAY } from "../../src/domain/limits.ts";
import { databasePath } from "../../src/platform/data-folder.ts";
import { openForReading, openForWriting } from "../../src/storage/database.ts";
import { binary, type PrintAnswer, run, Service, temporaryFolder } from "../service.ts";

/*
 * The compiled binary with a machine's clock that is set while it runs. On machines without a C compiler it cannot be.
 */

const HOUR = DAY / 24;
const TEN_YEARS = 3652 * DAY;

const folder = temporaryFolder();
const clock = MachineClock.build(folder);
if (clock === null)
  console.warn("LEFT OUT: no C compiler here, so the machine's clock is not set in any test.");

let service: Service | null = null;
beforeAll(() => binary());
afterEach(async () => {
  clock?.set(0);
  await service?.end();
  service = null;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => clock?.environment ?? {};

async function start(options: { folder?: string; token?: string } = {}): Promise<Service> {
  service = await Service.start({ ...options, environment: environment() });
  return service;
}

/** Runs a command on the service's folder, with the same clock. */
async function command(on: Service, ...words: string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await run([...words, "--data", on.folder], {
    environment: environment(),
  });
  if (exitCode !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  return stdout;
}

/** How far a print is from now, milliseconds, by the date that it has. */
const ahead = ({ createdAt }: PrintAnswer) => Date.parse(createdAt) - Date.now();

async function found(on: Service, body: object): Promise<PrintAnswer[]> {
  const response = await on.prints("/search", {
    json: { ...body, orderBy: "createdAt.asc", pageSize: 1000 },
  });
  return ((await response.json()) as { items: PrintAnswer[] }).items;
}

async function health(on: Service) {
  const response = await on.fetch("/healthz");
  return (await response.json()) as { components?: { clock?: { state: string; message: string } } };
}

describe.skipIf(clock === null)("a machine's clock that is set", () => {
  test("by an hour and by ten years, while tills print by every protocol, loses and misdates nothing", async () => {
    const steps = join(folder, "steps");
    mkdirSync(steps);
    const report = await runClockSteps({ command: [binary()], folder: steps });
    expect(report.faults).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(150);
    expect(report.delivered).toBeGreaterThan(0);
    expect(report.told).toBeGreaterThan(0);
  }, 300_000);

  test("by ten years is not believed, until a person says so; what that did can be undone", async () => {
    const on = await start();
    const inAMonth = new Date(Date.now() + 30 * DAY).toISOString();
    const ending = await command(on, "token", "create", "--expires", inAMonth);
    await on.store({ label: "right" });
    clock?.set(TEN_YEARS);
    const held = await on.store({ label: "not believed" });
    expect(Math.abs(ahead(held))).toBeLessThan(HOUR);
    expect(await command(on, "clock")).toMatch(
      /Machine {2}2036-[^]*Trusted {2}2026-[^]*tillroll clock accept/,
    );
    // Neither tokens nor links end because of it.
    expect((await on.fetch("/api/me", { token: ending.trim() })).status).toBe(200);
    const link = new URL((await command(on, "sign-in")).trim());
    const signedIn = await on.fetch(link.pathname + link.search, { token: null });
    expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/"]);

    expect(await command(on, "clock", "accept")).toContain("believed");
    for (let count = 0; count < 3; count++) await on.store({ label: "accepted" });
    const [first, ...others] = await found(on, { label: "accepted" });
    expect(others.length).toBe(2);
    expect(ahead(first as PrintAnswer)).toBeGreaterThan(TEN_YEARS - HOUR);

    clock?.set(0);
    await on.store({ label: "after" });
    expect(await command(on, "clock")).toContain("tillroll clock repair");
    await command(on, "clock", "repair");
    expect(await command(on, "clock")).toContain("The machine's clock is believed.");
    const last = await on.store({ label: "repaired" });
    expect(Math.abs(ahead(last))).toBeLessThan(60_000);
    const tomorrow = new Date(Date.now() + DAY).toISOString();
    const prints = await found(on, { to: tomorrow });
    expect(prints.map(({ label }) => label)).toEqual([
      "right",
      "not believed",
      "accepted",
      "accepted",
      "accepted",
      "after",
      "repaired",
    ]);
    expect(prints.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const print of prints) expect(Math.abs(ahead(print))).toBeLessThan(HOUR);
    expect(on.logged).toContain("is not believed");
  });

  test("is not believed by the next start either, and an empty battery is, once it was put right", async () => {
    let on = await start();
    await on.store();
    clock?.set(TEN_YEARS);
    await on.stop();
    on = await start(on);
    expect(Math.abs(ahead(await on.store()))).toBeLessThan(HOUR);
    expect(await command(on, "clock")).toContain("tillroll clock accept");
    await on.stop();

    // A clock that begins in 2015, and is set by the network a while after the service has started.
    clock?.set(Date.UTC(2015, 0, 1) - Date.now());
    on = await start(on);
    expect(Math.abs(ahead(await on.store()))).toBeLessThan(HOUR);
    const link = new URL((await command(on, "sign-in")).trim());
    expect((await on.fetch(link.pathname + link.search, { token: null })).headers.get("location")).toBe("/");
    expect((await on.fetch("/api/me")).status).toBe(200);
    clock?.set(0);
    expect(Math.abs(ahead(await on.store()))).toBeLessThan(60_000);
    expect(await command(on, "clock")).toContain("The machine's clock is believed.");
  });

  test("prints that an earlier version dated in 2036 are put right, with the service and without it", async () => {
    for (const isRunning of [true, false]) {
      let on = await start();
      for (const label of ["one", "two"]) await on.store({ label });
      await on.stop();
      {
        using database = openForWriting(databasePath(on.folder));
        database.run(
          `UPDATE print SET created_at = created_at + ${TEN_YEARS}, updated_at = updated_at + ${TEN_YEARS}`,
        );
        renewChecksums(database);
        database.run("DELETE FROM clock");
      }
      on = await start(on);
      const three = await on.store({ label: "three" });
      // Times of creation never decrease; the till is not kept from printing for that.
      expect(ahead(three)).toBeGreaterThan(TEN_YEARS - HOUR);
      expect(await command(on, "clock")).toContain("tillroll clock repair");
      const { components } = await health(on);
      if (components !== undefined) expect(components.clock?.state).toBe("degraded");
      if (!isRunning) await on.stop();
      expect(await command(on, "clock", "repair")).toContain("The machine's clock is believed.");
      if (!isRunning) on = await start(on);
      await on.store({ label: "four" });
      const prints = await found(on, {});
      expect(prints.map(({ label }) => label)).toEqual(["one", "two", "three", "four"]);
      for (const print of prints) expect(Math.abs(ahead(print))).toBeLessThan(HOUR);
      await on.stop();
      using database = openForReading(databasePath(on.folder));
      expect(database.query("SELECT ahead FROM clock").all()).toEqual([{ ahead: 0 }]);
    }
  });
});
