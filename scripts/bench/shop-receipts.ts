/* Receipts of a coffee shop made up for measuring the search in their text, always the same. */

const COLUMNS = 48;
const MENU_ITEMS = 200;
const OPENING_HOUR = 7;
const PRINTS_A_DAY = 600;
const FIRST_DAY = Date.UTC(2026, 0, 2);
const MILLISECONDS_PER_DAY = 86_400_000;

const KINDS = ["flat white", "espresso", "cappuccino", "latte macchiato", "filter coffee", "black tea"];
const MORE_KINDS = ["chai", "lemonade", "croissant", "banana bread", "cheese toast", "carrot cake", "bagel"];
const STYLES = ["", "double ", "large ", "iced ", "oat ", "decaf ", "small ", "vegan ", "to go ", "extra "];
const PAYMENTS = ["Cash", "Debit Mastercard", "Visa contactless", "American Express"];

/** The item of a number on the menu: every name is another one. */
function menuItem(number: number): { name: string; cents: number } {
  const kinds = [...KINDS, ...MORE_KINDS];
  const kind = kinds[number % kinds.length] ?? "";
  const style = STYLES[Math.floor(number / kinds.length) % STYLES.length] ?? "";
  const set = Math.floor(number / kinds.length / STYLES.length);
  return { name: `${style}${kind}${set === 0 ? "" : ` no. ${set}`}`, cents: 180 + ((number * 37) % 60) * 10 };
}

/** Small numbers that look random and are the same on every machine (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const money = (cents: number) => (cents / 100).toFixed(2);
const inColumns = (left: string, right: string) => left + right.padStart(COLUMNS - left.length);

/** The order number on the receipt of a number. */
export function orderNumber(number: number): string {
  return String(1_000_000 + number);
}

/** What is on the paper of a receipt, line by line. @param number which one, from 0: later ones have later times */
export function shopReceipt(number: number): string[] {
  const random = randomOf(number + 1);
  const day = Math.floor(number / PRINTS_A_DAY);
  const second = Math.floor((number % PRINTS_A_DAY) * ((14 * 3600) / PRINTS_A_DAY)) + random(60);
  const time = new Date(FIRST_DAY + day * MILLISECONDS_PER_DAY + (OPENING_HOUR * 3600 + second) * 1000);
  const [date = "", clock = ""] = time.toISOString().slice(0, 19).split("T");
  const items = Array.from({ length: 1 + random(6) }, () => {
    // Few items are most of what is sold.
    const { name, cents } = menuItem(Math.floor((random(1000) * random(1000) * MENU_ITEMS) / 1_000_000));
    const quantity = 1 + Math.floor((random(10) * random(4)) / 9);
    return { text: `${quantity} x ${name}`, cents: cents * quantity };
  });
  const total = items.reduce((sum, { cents }) => sum + cents, 0);
  const payment = PAYMENTS[random(PAYMENTS.length)] ?? "";
  const given = payment === "Cash" ? Math.ceil(total / 500) * 500 : total;
  return [
    "CORNER CAFÉ",
    "1 Market Street, 1010 Vienna",
    "VAT no. ATU12345678",
    `${date.split("-").toReversed().join(".")} ${clock}`,
    inColumns(`Order ${orderNumber(number)}`, `Table ${1 + random(30)}`),
    inColumns(`Till ${1 + random(3)}`, ["Anna", "Bert", "Chris", "Dana", "Eva"][random(5)] ?? ""),
    "-".repeat(COLUMNS),
    ...items.map(({ text, cents }) => inColumns(text, money(cents))),
    "-".repeat(COLUMNS),
    inColumns("TOTAL EUR", money(total)),
    inColumns("incl. 20 % VAT", money(Math.round(total / 6))),
    inColumns(payment, money(given)),
    ...(payment === "Cash" ? [inColumns("Change", money(given - total))] : []),
    ...(payment === "Cash"
      ? []
      : [
          `Transaction ${random(2 ** 31)
            .toString(16)
            .padStart(8, "0")}`,
        ]),
    "Thank you for your visit!",
    "www.corner-cafe.example",
  ];
}

/**
 * A receipt as bytes for the printer, in code page 858.
 *
 * @param code bytes printed before the paper is cut
 */
export function shopReceiptBytes(number: number, code = ""): Uint8Array {
  const [name = "", ...rest] = shopReceipt(number);
  const text = [`\u001b@\u001bt\u0013\u001ba\u0001\u001d!\u0011${name}\u001d!\u0000\u001ba\u0000`, ...rest];
  return Buffer.from(`${text.join("\n").replace("É", "\u0090")}\n${code}\u001dVB\u0000`, "latin1");
}

/** Bytes of the signature of a till that the law asks for, before they are written in base64. */
const SIGNATURE_BYTES = 120;

/** A receipt with a QR code: a web address of 30 bytes on every second, on the others the signed data of a till, some 300. */
export function codedReceiptBytes(number: number): Uint8Array {
  const random = randomOf(number + 1);
  const signature = Buffer.from(Array.from({ length: SIGNATURE_BYTES }, () => random(256))).toString(
    "base64",
  );
  const signed =
    `V0;POS-000${random(10)};Kassenbeleg-V1;Beleg^${random(9000) / 100}_0.00_0.00_0.00_0.00^${random(9000) / 100}:Bar;` +
    `${orderNumber(number)};${orderNumber(number)};2026-01-02T10:11:12.000Z;2026-01-02T10:11:14.000Z;${signature}`;
  const data = number % 2 === 0 ? `https://corner-cafe.example/r${number % 10}` : signed;
  const store = `\u001d(k${String.fromCharCode((data.length + 3) & 0xff, (data.length + 3) >> 8)}1P0${data}`;
  return shopReceiptBytes(
    number,
    `\u001ba\u0001\u001d(k\u0003\u00001C\u0004${store}\u001d(k\u0003\u00001Q0\u001ba\u0000`,
  );
}
