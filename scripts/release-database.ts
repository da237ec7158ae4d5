/*
 * Makes the database of a release, for the test that every later version opens, brings up to date and verifies it:
 *
 *   bun scripts/release-database.ts EXECUTABLE
 *
 * EXECUTABLE is that release's. Its service is given a bit of everything and is then killed, so that what is on its way is
 * there too. Into test/storage/releases come VERSION.sqlite.zst, and VERSION.json: what is in it, as the release itself says.
 * To be run with each release, and never again for an older one.
 */

import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PRINT_LIMITS } from "../src/domain/limits.ts";
import { bytes } from "../test/escpos/bytes.ts";
import { inDoubleByteCode } from "../test/escpos/text/encode.ts";
import { CloudPrntServer } from "../test/polling/cloud-server.ts";
import { pictureReceipt } from "../test/recognition/picture-receipt.ts";
import { freePort } from "../test/service.ts";
import { until } from "../test/until.ts";
import { PrinterHost } from "./faults/printer-host.ts";
import { ReleaseService } from "./release-database/release-service.ts";
import { describeDatabase } from "./release-database/description.ts";

/** A receipt that tells its charset by itself, and a word that is read as the device's receipts before. */
const CHINESE_RECEIPT = chinese("欢迎光临\n凉拌豆腐 12.00\n合计 12.00\n谢谢惠顾");
const CHINESE_WORD = chinese("茶");

/** Enough words to tell their language. */
const PICTURE =
  "CORNER SHOP\n\nOrder 4711\nThank you for your visit\nPlease come again soon\nYour receipt with the total\n" +
  "Total   12.50\n";

/** Prints with all tags that a print may have, of which the index makes a segment: it has 4 MiB of metadata. */
const SEGMENT_PRINTS = 240;

const FOLDER = join(import.meta.dir, "..", "test", "storage", "releases");
const ZSTD_LEVEL = 19;

const [executable = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "tillroll-release-"));
const data = join(folder, "data");
const ports = { raw: freePort(), waiting: freePort() };
using cloud = new CloudPrntServer();
using webhooks = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response("", { status: 503 }),
});
try {
  const version = Bun.spawnSync([executable, "--version"]).stdout.toString().trim();
  const service = await ReleaseService.start(executable, data, ports.raw);
  await fill(service);
  // What an orderly stop would finish stays on its way.
  await service.kill();
  await service.restart();
  await until(async () => (await service.pendingText()) === 0);
  await leaveOnTheWay(service);
  await service.kill();
  const path = join(data, "tillroll.sqlite");
  fold(path);
  const description = describeDatabase(path);
  const empty = Object.entries(description.counts).filter(([, count]) => count === 0);
  console.log(
    `${version}: ${description.prints.length} prints; empty tables: ${empty.map(([name]) => name).join(", ") || "none"}`,
  );
  const packed = Bun.zstdCompressSync(await Bun.file(path).bytes(), { level: ZSTD_LEVEL });
  await Bun.write(join(FOLDER, `${version}.sqlite.zst`), packed);
  await Bun.write(
    join(FOLDER, `${version}.json`),
    `${JSON.stringify({ version, ...description }, null, 2)}\n`,
  );
  console.log(`${FOLDER}: ${packed.byteLength} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Stores, changes and prints a bit of everything. */
async function fill(service: ReleaseService): Promise<void> {
  await service.command("workspace create shop --width 42 --recognition-languages eng,deu");
  await service.command(
    "printer add kitchen --raw-port",
    String(ports.waiting),
    "--target",
    "tcp://127.0.0.1:9",
    "--tag",
    "station=kitchen",
  );
  await service.command("printer add cloud --target cloudprnt:");
  await service.command("printer poll-address cloud");
  await service.command(
    "printer add asking --poll",
    `cloudprnt:${cloud.url}`,
    "--poll-seconds",
    "1",
    "--poll-credentials",
    "user:secret",
  );
  await service.command(
    "printer add drawn --model star-tsp100 --target-model epson-tm-t88v --workspace shop",
  );
  await service.command(
    "rule add Order --pattern",
    "Order #(\\d+)",
    "--label",
    "Order $1",
    "--tag",
    "orderId=$1",
    "--all-prints",
  );
  await service.command("token create --name till --scopes read,write --workspace shop");
  await service.ask("POST", "default/webhooks", { url: `http://127.0.0.1:${webhooks.port}/` });
  const link = (await service.command("sign-in")).trim();
  await fetch(link, { redirect: "manual" });
  await service.command("sign-in");
  for (const workspace of ["default", "shop"]) {
    for (let number = 1; number <= 12; number++)
      await service.create(workspace, receipt(number), {
        label: `Bon ${number}`,
        tag: { table: String(number % 4) },
        deviceId: `till-${number % 3}`,
      });
  }
  await service.create("default", bytes("Kaffee 2,50 \x1bt\x13\xd5\n"), {
    printKey: "key-1",
    quantity: 2,
    testPrint: true,
    width: 42,
  });
  await service.create("default", receipt(99), { label: "idempotent" }, { "Idempotency-Key": "once" });
  for (let count = 0; count < 3; count++)
    await service.create("default", CHINESE_RECEIPT, { deviceId: "beijing" });
  await service.create("default", CHINESE_WORD, { deviceId: "beijing" });
  const host = await PrinterHost.connect(ports.waiting);
  await host.send(receipt(700));
  host.finish();
  await host.ending;
  await service.create("default", pictureReceipt(bytes(PICTURE)).raw, {
    label: "picture",
  });
  await until(
    async () => (await service.search("default", { text: "order 4711" })).length > 0,
    "the picture was read",
  );
  const [first] = await service.search("default", { label: "Bon 1" });
  const [second] = await service.search("default", { label: "Bon 2" });
  await service.ask("DELETE", `default/prints/${first}`);
  await service.ask("PATCH", `default/prints/${second}`, { label: "changed", tag: { changed: "yes" } });
  await fillSegment(service);
  await until(async () => (await service.pendingText()) === 0);
  await service.command("reindex");
}

/** As many prints with so much metadata that they become a segment of the index. */
async function fillSegment(service: ReleaseService): Promise<void> {
  await service.command("workspace create archive");
  const value = "x".repeat(PRINT_LIMITS.tagValueCharacters);
  const tag = Object.fromEntries(
    Array.from({ length: PRINT_LIMITS.tagKeys }, (_, key) => [`${"k".repeat(90)}${key}`, value]),
  );
  for (let number = 0; number < SEGMENT_PRINTS; number++)
    await service.create("archive", bytes(`Order #${number}\n`), { label: `Archive ${number}`, tag });
}

/** Leaves jobs, pictures and rules on their way, for the kill. */
async function leaveOnTheWay(service: ReleaseService): Promise<void> {
  cloud.isDeaf = true;
  cloud.jobs.push({ token: "job-1", type: "text/plain", body: "From the cloud\n" });
  await until(() => cloud.told.length > 0, "the cloud's job was printed");
  const host = await PrinterHost.connect(ports.raw);
  // A job that asks for the printer's state goes to the disk before it is answered (GS r 1).
  await host.send(bytes(receipt(800), [0x1d, 0x72, 0x31]));
  await until(() => host.unread.length > 0, "the job was acknowledged");
  for (let number = 0; number < 6; number++)
    await service.create(
      "shop",
      pictureReceipt(bytes(`CORNER SHOP\n\nOrder ${5000 + number}\nTotal   1.50\n`)).raw,
      {},
    );
  await service.ask("POST", "default/rules/apply", {});
}

function receipt(number: number): Uint8Array {
  return bytes(
    `\x1b@\x1ba\x01TILLROLL\x1ba\x00\nOrder #${1000 + number}\nFlat White   3.50\nTOTAL ${number}.50\n\x1dVB\x00`,
  );
}

function chinese(text: string): Uint8Array {
  return bytes(inDoubleByteCode(text, "gb18030"), "\n");
}

/** Leaves one file that is everything. */
function fold(path: string): void {
  using database = new Database(path, { readwrite: true });
  database.run("PRAGMA wal_checkpoint(TRUNCATE)");
  database.run("PRAGMA journal_mode = DELETE");
}
