import { NO_FIELDS } from "../../../src/contract/print-fields.ts";
import { DEFAULT_WIDTH_COLUMNS, MILLISECONDS_PER_DAY } from "../../../src/domain/limits.ts";
import type { Print } from "../../../src/domain/print.ts";
import { SeededRandom } from "../../faults/random.ts";
import { instantAt } from "./opening-hours.ts";
import { NOTE_WORDS, PAYMENTS, PLACES, RARE_KEYS, STORES, WAITERS } from "./vocabulary.ts";
import { WeightedChoice } from "./weighted-choice.ts";

/** A print of the chain: as a row of the product's, and its tags to be looked at. */
export interface ChainPrint extends Print {
  readonly ordinal: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** To be raised when the same ordinal gives another print, or another row: folders that were kept are then of no use. */
export const CHAIN_VERSION = 2;

const DEVICES = 60;
const CUSTOMERS = 50_000;

const deviceChoice = WeightedChoice.zipf(DEVICES, 0.8);
const paymentChoice = WeightedChoice.zipf(PAYMENTS.length, 1);
const wordChoice = WeightedChoice.zipf(NOTE_WORDS.length, 0.7);

/** Where a workspace's prints stand: the ids of others lie in front of them and between. */
export interface ChainPlace {
  readonly workspaceId: number;
  readonly userId: number;
  readonly seed: number;
  /** The id of the print with an ordinal. */
  readonly idOf: (ordinal: number) => number;
}

/**
 * The prints of a chain of restaurants over two years, the same ones every time. Each is made from its ordinal alone,
 * so that ten million need no memory and any of them can be looked at again.
 */
export class Chain {
  constructor(
    /** How many there are. */
    readonly length: number,
    private readonly place: ChainPlace,
  ) {}

  /** The print with an ordinal, in the state it has at the end of the two years. */
  at(ordinal: number): ChainPrint {
    // Spread out: neighbouring seeds would begin with neighbouring numbers.
    const random = new SeededRandom(Math.imul(ordinal + 1, 0x9e3779b1) ^ this.place.seed);
    random.next();
    const createdAt = instantAt((ordinal + random.next()) / this.length);
    const device = deviceChoice.rankAt(random.next());
    const tags = tagsOf(ordinal, device % STORES.length, random);
    const { workspaceId, userId, idOf } = this.place;
    const label = labelOf(ordinal, tags, random);
    const deviceId = random.happens(0.03) ? null : deviceName(device);
    const printKey = random.happens(0.01) ? `pos-${tags["orderId"]}` : timeOrderedKey(createdAt, random);
    const quantity = random.happens(0.1) ? random.integer(1, 5) : null;
    const fate = random.next();
    const later = createdAt + 1 + Math.floor(random.next() * 3 * MILLISECONDS_PER_DAY);
    const isChanged = fate < 0.03;
    const isDeleted = fate < 0.01;
    const isRelabelled = isChanged && !isDeleted && fate < 0.02;
    if (isChanged && !isDeleted && !isRelabelled) tags["corrected"] = "yes";
    return {
      ...NO_FIELDS,
      id: idOf(ordinal),
      ordinal,
      printKey,
      workspaceId,
      userId,
      deviceId,
      label: isRelabelled ? `${label ?? "Order"} (paid)` : label,
      tags,
      tag: JSON.stringify(tags),
      quantity,
      width: DEFAULT_WIDTH_COLUMNS,
      testPrint: false,
      recognised: null,
      createdAt,
      updatedAt: isChanged ? later : createdAt,
      deletedAt: isDeleted ? later : null,
    };
  }

  /** The first print from an ordinal on, and from the start again, that fits. @throws Error when none does */
  find(ordinal: number, fits: (print: ChainPrint) => boolean): ChainPrint {
    for (let step = 0; step < this.length; step++) {
      const print = this.at((ordinal + step) % this.length);
      if (fits(print)) return print;
    }
    throw new Error(`no print of ${this.length} fits; the benchmark needs more`);
  }
}

function tagsOf(ordinal: number, store: number, random: SeededRandom): Record<string, string> {
  const cents = 250 + Math.floor(random.next() ** 2 * 240) * 50;
  const tags: Record<string, string> = {
    orderId: `${String.fromCodePoint(65 + store)}-${10_000 + ordinal}`,
    table: String(random.integer(1, 60)),
    payment: PAYMENTS[paymentChoice.rankAt(random.next())] ?? "",
    waiter: random.pick(WAITERS) ?? "",
    total: (cents / 100).toFixed(2),
    store: STORES[store] ?? "",
  };
  if (random.happens(0.02)) tags["customer"] = customerName(random.integer(1, CUSTOMERS));
  if (random.happens(0.05)) tags["note"] = noteOf(random);
  const rare = random.next();
  let part = 0;
  for (const [key, keyPart] of RARE_KEYS) {
    if (rare >= part && rare < part + keyPart) tags[key] = `${key}-${random.integer(1, 9)}`;
    part += keyPart;
  }
  return tags;
}

function noteOf(random: SeededRandom): string {
  const words = Array.from(
    { length: random.integer(3, 8) },
    () => NOTE_WORDS[wordChoice.rankAt(random.next())],
  );
  return words.join(" ");
}

function customerName(number: number): string {
  return `C-${String(number).padStart(6, "0")}`;
}

function deviceName(device: number): string {
  const place = ["till", "till", "till", "kitchen", "bar"][device % 5] ?? "till";
  return `${place}-${String(device + 1).padStart(2, "0")}`;
}

function labelOf(
  ordinal: number,
  tags: Readonly<Record<string, string>>,
  random: SeededRandom,
): string | null {
  const kind = random.next();
  if (kind < 0.7) return `Order ${tags["orderId"]}`;
  if (kind < 0.82) return `${random.pick(PLACES)} Tisch ${tags["table"]}`;
  if (kind < 0.9) return `Kitchen ${tags["orderId"]} #${random.integer(1, 3)}`;
  if (kind < 0.95) return `Invoice RE-${String(ordinal).padStart(8, "0")}`;
  return null;
}

/** A UUID of version 7, as the service would make it. */
function timeOrderedKey(createdAt: number, random: SeededRandom): string {
  const time = createdAt.toString(16).padStart(12, "0");
  const high = hexadecimal(random);
  const low = hexadecimal(random);
  const variant = "89ab"[random.integer(0, 3)];
  const middle = `7${high.slice(0, 3)}-${variant}${high.slice(3, 6)}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${low}${hexadecimal(random).slice(0, 4)}`;
}

/** Eight digits. */
function hexadecimal(random: SeededRandom): string {
  return Math.floor(random.next() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}
