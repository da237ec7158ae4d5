import type { EventReading } from "../../src/storage/ports/happenings.ts";
import type { People, Sessions, Tokens, Workspaces } from "../../src/storage/ports/identities.ts";
import type { Ports } from "../../src/storage/ports/ports.ts";
import type { CardReading, PrintReading, ReferenceReading } from "../../src/storage/ports/prints.ts";
import type { RuleReading, SavedSearchReading, WebhookReading } from "../../src/storage/ports/settings.ts";

/** All names of a port's methods: the compiler misses one that is not here. */
type All<Port> = Readonly<Record<keyof Port, true>>;

const EVENTS: All<EventReading> = { endOf: true, resume: true, after: true };

/** The ports whose methods give a value at once on SQLite. */
const PORTS = {
  tokens: { find: true, list: true } satisfies All<Tokens>,
  sessions: { find: true, list: true, isKnown: true, findUser: true } satisfies All<Sessions>,
  people: {
    list: true,
    find: true,
    get: true,
    findByName: true,
    administrator: true,
    hasPasswords: true,
    ownerOfCode: true,
  } satisfies All<People>,
  workspaces: { find: true, findById: true, get: true, list: true, settings: true } satisfies All<Workspaces>,
  webhooks: { list: true, get: true } satisfies All<WebhookReading>,
  rules: { list: true, get: true, areDefaultsEnabled: true } satisfies All<RuleReading>,
  savedSearches: { list: true, get: true } satisfies All<SavedSearchReading>,
  references: { list: true, find: true, get: true, readStored: true } satisfies All<ReferenceReading>,
  cards: { has: true, count: true, newest: true, scan: true } satisfies All<CardReading>,
  audit: { list: true } satisfies All<Ports["stores"]["audit"]>,
  history: { list: true } satisfies All<Ports["stores"]["history"]>,
  reader: {
    read: true,
    find: true,
    findRemoved: true,
    readOrigin: true,
    printerOf: true,
    printedBy: true,
    readRecognition: true,
    readRaw: true,
    readStored: true,
  } satisfies All<PrintReading>,
  "events.reader": EVENTS,
  indexStatus: { read: true } satisfies All<Ports["indexStatus"]>,
  background: { rulesStatus: true, progressOf: true },
};

/** The names of these methods, each with where it is. */
export const METHODS = Object.entries(PORTS).flatMap(([port, methods]) =>
  Object.keys(methods).map((name) => `${port}.${name}`),
);

/** Ports that answer later, in another turn of the event loop, as those of a database behind a network do. */
export class LaterPorts {
  /** The methods that were asked. */
  readonly asked = new Set<string>();

  /** What stands between the API and the database; see `between` of `AppOptions`. */
  readonly between = <Some extends Partial<Ports>>(ports: Some): Some => {
    // The stores are said by their own names.
    const { stores } = ports;
    const others = this.deferred(ports, "");
    return stores === undefined ? others : { ...others, stores: this.deferred(stores, "") };
  };

  private deferred<Given extends object>(given: Given, path: string): Given {
    return new Proxy(given, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        const inner = `${path}${String(name)}`;
        if (typeof value === "function") return this.method(value, target, inner);
        const isPort = METHODS.some((method) => method.startsWith(`${inner}.`));
        return isPort ? this.deferred(value as object, `${inner}.`) : value;
      },
    });
  }

  private method(own: object, target: object, name: string) {
    const call = (...given: unknown[]): unknown => Reflect.apply(own as () => unknown, target, given);
    if (!METHODS.includes(name)) return call;
    return async (...given: unknown[]) => {
      this.asked.add(name);
      await new Promise((resolve) => setImmediate(resolve));
      return call(...given);
    };
  }
}
