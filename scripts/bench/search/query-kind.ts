import { MILLISECONDS_PER_DAY } from "../../../src/domain/limits.ts";
import type { Chain, ChainPrint } from "../data/chain.ts";
import { SeededRandom } from "../../faults/random.ts";

/** The body of a search as a client of the API sends it. */
export type SearchBody = Readonly<Record<string, unknown>>;

/** Which page of the result is asked for; by default the one that the body says. */
export type Part = "middle" | "last" | "walked";

/** Searches that differ in nothing but their constants. */
export interface QueryKind {
  readonly name: string;
  /** The body of an instance, without the page where `part` says it. */
  readonly body: (given: Given) => SearchBody;
  readonly part?: Part;
}

/** What the constants of an instance are taken from: the same every time. */
export class Given {
  private readonly random: SeededRandom;

  constructor(
    private readonly chain: Chain,
    /** Which instance of its kind, from 0. */
    readonly number: number,
    seed: number,
  ) {
    this.random = new SeededRandom(seed * 1000 + number);
    this.random.next();
  }

  /** Some print that is not deleted and fits. */
  print(fits: (print: ChainPrint) => boolean = () => true): ChainPrint {
    const start = Math.floor(this.random.next() * this.chain.length);
    return this.chain.find(start, (print) => print.deletedAt === null && fits(print));
  }

  /** The value of some print's tag. */
  tag(key: string): string {
    return this.print(({ tags }) => tags[key] !== undefined).tags[key] ?? "";
  }

  /** The label of some print. */
  label(): string {
    return this.print(({ label }) => label !== null).label ?? "";
  }

  /** The device of some print. */
  device(): string {
    return this.print(({ deviceId }) => deviceId !== null).deviceId ?? "";
  }

  /** This instance's own of a few values, in turn. */
  oneOf<Value>(...values: readonly [Value, ...Value[]]): Value {
    return values[this.number % values.length] ?? values[0];
  }

  /** Bounds of so many days around some print, as `from` and `to`. */
  days(days: number): { from: string; to: string } {
    const { createdAt } = this.print();
    const half = (days / 2) * MILLISECONDS_PER_DAY;
    return { from: new Date(createdAt - half).toISOString(), to: new Date(createdAt + half).toISOString() };
  }
}

/** A tag condition. */
export const is = (key: string, value: string) => ({ op: "eq", key, value });
export const isNot = (key: string, value: string) => ({ op: "neq", key, value });
export const holds = (key: string, value: string) => ({ op: "contains", key, value });

/** A filter on a field. */
export const containing = (value: string) => ({ op: "contains", value });
