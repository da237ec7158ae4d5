import { afterEach, beforeEach, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Printer } from "../../../src/domain/printer.ts";
import { Intake } from "../../../src/intake/intake.ts";
import { recoverSpool } from "../../../src/intake/intake.ts";
import { DiskSpace } from "../../../src/operations/disk-space.ts";
import { listenLpd } from "../../../src/printers/lpd/protocol.ts";
import type { Listener } from "../../../src/printers/listeners.ts";
import { ServicePrinter } from "../../../src/printers/service-printer.ts";
import { WorkspaceStore } from "../../../src/storage/workspace-store.ts";
import { RealParts } from "../../delivery/real-parts.ts";
import { temporaryFolder } from "../../service.ts";
import { storageUnavailable } from "../fake-endpoint.ts";
import { file } from "./run-session.ts";
import { LpdHost } from "./lpd-host.ts";

/*
 * Hosts that send a job's data file before its control file, on a real database whose writing fails when a test says
 * so: whatever fails, a host that sends again what it was refused has one print.
 */

const SILENT = { write() {} };
const CONTROL = "Hhost\nPanna\nJOrder 17\nldfA001host\n";

/** A printer whose storage fails. */
class FailingPrinter extends ServicePrinter {
  failingStores = 0;
  failingDiscards = 0;

  override store(...given: Parameters<ServicePrinter["store"]>): Promise<number> {
    return this.failingStores-- > 0 ? Promise.reject(storageUnavailable()) : super.store(...given);
  }

  override discard(...given: Parameters<ServicePrinter["discard"]>): Promise<void> {
    return this.failingDiscards-- > 0 ? Promise.reject(storageUnavailable()) : super.discard(...given);
  }
}

let folder: string;
let parts: RealParts;
let printer: FailingPrinter;
let listener: Listener;
let disk: DiskSpace;

async function start(): Promise<void> {
  parts = await RealParts.start(folder);
  disk = new DiskSpace(folder, 0);
  const workspaces = new WorkspaceStore(parts.database);
  const never = () => {};
  const record = await parts.addPrinter({ name: `till${performance.now()}` });
  printer = new FailingPrinter(record, {
    intake: new Intake(parts.writer, disk, 20_000_000, never),
    workspaceOf: ({ workspaceId }: Printer) => {
      const workspace = workspaces.findById(workspaceId);
      if (workspace === null) throw new Error("no workspace");
      return workspace;
    },
    clock: Date.now,
    storageTrouble: () => null,
    onPrint: () => {},
    deliveries: parts.deliveries,
  });
  await recoverSpool(parts.database, parts.writer, SILENT);
  const limits = { storingRetryMilliseconds: 5 };
  listener = listenLpd({ resolve: () => printer, host: "127.0.0.1", port: 0, log: SILENT, limits });
}

async function stop(): Promise<void> {
  await listener.stop();
  disk.close();
  await parts.stop();
}

beforeEach(async () => {
  folder = temporaryFolder();
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Prints as a host does that sends everything again when it is refused. @returns how often it sent */
async function printUntilTaken(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const host = await LpdHost.connect(listener.port);
    host.send(`\x02till\n${file(3, "hello", "dfA001host")}${file(2, CONTROL, "cfA001host")}`);
    const answers = await host.answers(5);
    host.end();
    await host.rest();
    if (answers === "0000000000") return tries;
  }
}

const labels = () =>
  parts.database.query<{ label: string | null }, []>("SELECT label FROM print ORDER BY id").all();
const spooled = () => parts.database.query("SELECT key FROM spooled_job").all().length;

test("a print that was refused and sent again comes once, after a start too", async () => {
  printer.failingStores = 1;
  expect(await printUntilTaken()).toBe(2);
  expect([labels(), spooled()]).toEqual([[{ label: "Order 17" }], 0]);
  await stop();
  await start();
  expect(labels()).toEqual([{ label: "Order 17" }]);
});

test("one that can be neither stored nor forgotten for a moment is not sent again, and comes once", async () => {
  printer.failingStores = 3;
  printer.failingDiscards = 3;
  expect(await printUntilTaken()).toBe(1);
  expect([labels(), spooled()]).toEqual([[{ label: "Order 17" }], 0]);
});

test("one that can be neither stored nor forgotten for long comes once, at the next start", async () => {
  printer.failingStores = 1000;
  printer.failingDiscards = 1000;
  expect(await printUntilTaken()).toBe(1);
  expect([labels(), spooled()]).toEqual([[], 1]);
  await stop();
  await start();
  expect([labels(), spooled()]).toEqual([[{ label: null }], 0]);
});

test("a stop does not wait for a storage that fails", async () => {
  printer.failingStores = Number.MAX_SAFE_INTEGER;
  printer.failingDiscards = Number.MAX_SAFE_INTEGER;
  await listener.stop();
  const limits = { storingRetryMilliseconds: 60_000 };
  listener = listenLpd({ resolve: () => printer, host: "127.0.0.1", port: 0, log: SILENT, limits });
  const host = await LpdHost.connect(listener.port);
  host.send(`\x02till\n${file(3, "hello", "dfA001host")}`);
  expect(await host.answers(3)).toBe("000000");
  host.send(file(2, CONTROL, "cfA001host"));
  expect(await host.answers(1)).toBe("00");
  await listener.stop();
  // It is durable in the spool, so that it may be acknowledged.
  expect([await host.answers(1), spooled()]).toEqual(["00", 1]);
});
