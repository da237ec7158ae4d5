import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CUPS_SCHEDULER, whyWithout } from "../../../scripts/check/programs.ts";
import { decode } from "../../../src/escpos/escpos.ts";
import { isBlack } from "../../../src/escpos/raster-dots.ts";
import type { Raster } from "../../../src/escpos/raster.ts";
import { paintReceipt } from "../../../src/render/paint/paint-receipt.ts";
import { renderPdf } from "../../../src/render/pdf.ts";
import { describeUnless } from "../../describe-unless.ts";
import { bytes } from "../../escpos/bytes.ts";
import { freePort, run, Service } from "../../service.ts";
import { until } from "../../until.ts";
import { PrivateCups } from "../../private-cups.ts";

/* The binary, as a driverless printer of a real CUPS: no driver, no settings, only `-m everywhere`. */

const MODEL = "epson-80mm";
const RECEIPT = decode(
  bytes(
    "\u001b@\u001bE\u0001CORNER SHOP\u001bE\u0000\n\nOrder 7731\n\n2 x Espresso              5.40\n",
    "1 x Croissant             2.10\n------------------------------\nTotal                     7.50\n",
    // Longer than it is wide: CUPS turns what is not.
    "\nThank you.\n".repeat(8),
  ),
  { model: MODEL },
);

/** Where the ink of a picture begins and ends. */
function inkOf(picture: Raster) {
  let [left, top, right, bottom] = [picture.columns, picture.rows, 0, 0];
  for (let y = 0; y < picture.rows; y++) {
    for (let x = 0; x < picture.columns; x++) {
      if (!isBlack(picture, x, y)) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** The share of a picture's black dots that are black in another too, or beside a dot that is: where ink begins, both begin. */
function shareIn(picture: Raster, other: Raster): number {
  const [own, theirs] = [inkOf(picture), inkOf(other)];
  let [black, same] = [0, 0];
  for (let y = 0; y < own.height; y++) {
    for (let x = 0; x < own.width; x++) {
      if (!isBlack(picture, own.left + x, own.top + y)) continue;
      black++;
      const near = [-1, 0, 1].some((down) =>
        [-1, 0, 1].some((aside) => isBlack(other, theirs.left + x + aside, theirs.top + y + down)),
      );
      if (near) same++;
    }
  }
  return same / black;
}

describeUnless(whyWithout(CUPS_SCHEDULER), "CUPS prints without a driver", () => {
  const folder = mkdtempSync(join(tmpdir(), "tillroll-everywhere-"));
  let service: Service;
  let cups: PrivateCups;
  let securePort: number;

  beforeAll(async () => {
    securePort = freePort();
    service = await Service.start({ flags: ["--https-port", String(securePort)] });
    const add = ["printer", "add", "till", "--model", MODEL, "--data", service.folder];
    const { exitCode, stderr } = await run(add);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    cups = await PrivateCups.start();
    const { port } = new URL(service.address);
    await cups.addEverywhere("till", `ipp://127.0.0.1:${port}/ipp/print/till`);
  });

  afterAll(async () => {
    await cups.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function found(query: Record<string, unknown>): Promise<{ id: number; label: string }[]> {
    const response = await service.prints("/search", { json: query });
    return ((await response.json()) as { items: { id: number; label: string }[] }).items;
  }

  async function printed(label: string): Promise<Raster> {
    await until(async () => (await found({ label })).length > 0, "the print of CUPS");
    const [{ id } = { id: 0 }] = await found({ label });
    const raw = await (await service.prints(`/${id}/raw`)).bytes();
    return paintReceipt(decode(raw, { model: MODEL })).canvas;
  }

  test("a PDF is the picture that it shows, dot by dot, and is found by what stands on it", async () => {
    const path = join(folder, "receipt.pdf");
    await Bun.write(path, renderPdf(RECEIPT, { title: "Receipt" }));
    await cups.print("till", path, "-t", "a PDF");
    const drawn = await printed("a PDF");
    const wanted = paintReceipt(RECEIPT).canvas;
    const { width, height } = inkOf(wanted);
    const { width: drawnWidth, height: drawnHeight } = inkOf(drawn);
    expect(Math.abs(drawnWidth - width)).toBeLessThanOrEqual(2);
    expect(Math.abs(drawnHeight - height)).toBeLessThanOrEqual(2);
    expect(shareIn(drawn, wanted)).toBeGreaterThan(0.99);
    expect(shareIn(wanted, drawn)).toBeGreaterThan(0.99);
    await until(async () => (await found({ text: "order 7731" })).length > 0, "the recognition");
    expect((await found({ text: "order 7731" })).map(({ label }) => label)).toEqual(["a PDF"]);
  });

  test("a text comes by TLS too, with the service's own certificate", async () => {
    await cups.addEverywhere("secure", `ipps://localhost:${securePort}/ipp/print/till`);
    const path = join(folder, "order.txt");
    await Bun.write(path, "CORNER SHOP\n\nOrder 8812\n");
    await cups.print("secure", path, "-t", "a text");
    const { width, height } = inkOf(await printed("a text"));
    expect(width).toBeGreaterThan(100);
    expect(height).toBeGreaterThan(30);
  });
});
