import { join } from "node:path";
import { BrowserPage, TestService } from "../test/web/chromium.ts";

/* Takes the picture of the dashboard that the README shows: `bun scripts/picture.ts`. Needs a browser, as the tests do. */

const PICTURE = join(import.meta.dir, "..", "src", "guide", "pictures", "dashboard.png");

/** Columns of the paper, and of the window in CSS pixels. */
const COLUMNS = 42;
const WINDOW = { width: 1200, height: 820 };

const ESC = "\x1b";
const GS = "\x1d";

type Item = readonly [name: string, price: string];

/** A café's orders, in the order in which they are printed. */
const ORDERS: readonly {
  order: number;
  table: string;
  device: string;
  items: readonly Item[];
  total: string;
}[] = [
  { order: 1035, table: "2", device: "till-1", items: [["1 x Filter Coffee", "2.80"]], total: "2.80" },
  {
    order: 1036,
    table: "9",
    device: "bar",
    items: [
      ["2 x Lemonade", "7.60"],
      ["1 x Carrot Cake", "4.20"],
    ],
    total: "11.80",
  },
  { order: 1037, table: "4", device: "till-2", items: [["1 x Chai", "3.90"]], total: "3.90" },
  { order: 1038, table: "7", device: "till-1", items: [["3 x Espresso", "7.20"]], total: "7.20" },
  {
    order: 1039,
    table: "1",
    device: "till-2",
    items: [
      ["1 x Cheese Toast", "6.50"],
      ["1 x Black Tea", "2.90"],
    ],
    total: "9.40",
  },
  { order: 1040, table: "12", device: "bar", items: [["2 x Cappuccino", "7.80"]], total: "7.80" },
  { order: 1041, table: "3", device: "till-1", items: [["1 x Bagel", "4.40"]], total: "4.40" },
  {
    order: 1042,
    table: "5",
    device: "till-2",
    items: [
      ["2 x Flat White", "7.50"],
      ["1 x Croissant", "3.20"],
      ["1 x Banana Bread, warm", "4.80"],
    ],
    total: "15.50",
  },
];

function inColumns(left: string, right: string): string {
  return `${left.padEnd(COLUMNS - right.length)}${right}\n`;
}

/** A QR code in the model 2, of a few words. */
function qrCode(words: string): string {
  const data = `1P0${words}`;
  const length = String.fromCharCode(data.length % 256, data.length >> 8);
  return `${GS}(k\x04\x001A2\x00${GS}(k\x03\x001C\x05${GS}(k${length}${data}${GS}(k\x03\x001Q0`;
}

function receiptOf({ order, table, items, total }: (typeof ORDERS)[number]): string {
  return [
    `${ESC}@${ESC}a1${GS}!\x11CORNER CAFE${GS}!\x00\n12 Market Street\n\n`,
    `${ESC}a0${ESC}E1${inColumns(`Order ${order}`, `Table ${table}`)}${ESC}E0`,
    "-".repeat(COLUMNS) + "\n",
    ...items.map(([name, price]) => inColumns(name, price)),
    "-".repeat(COLUMNS) + "\n",
    `${ESC}E1${inColumns("TOTAL EUR", total)}${ESC}E0\n`,
    `${ESC}a1${qrCode(`https://corner.example/r/${order}`)}\nThank you!\n\n${GS}V0`,
  ].join("");
}

const service = await TestService.start();
const page = await BrowserPage.open(WINDOW.width, WINDOW.height);
try {
  for (const order of ORDERS) {
    await service.store(receiptOf(order), {
      label: `Order ${order.order}`,
      deviceId: order.device,
      width: COLUMNS,
      tag: { table: order.table, total: order.total },
    });
  }
  await page.go(service.signInLink);
  await page.untilText("#count", `${ORDERS.length} prints`);
  await page.click(".row-name");
  await page.until(`document.querySelector(".sheet svg text") !== null`);
  const { data } = (await page.view.cdp("Page.captureScreenshot", { format: "png" })) as { data: string };
  await Bun.write(PICTURE, Buffer.from(data, "base64"));
} finally {
  page.view.close();
  await service.end();
}
