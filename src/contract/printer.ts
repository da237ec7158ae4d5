import { type Static, Type } from "@sinclair/typebox";
import { DELIVERY_LIMITS } from "../delivery/delivery-limits.ts";
import { id, instant, port } from "./fields.ts";
import { PRINTER_SETTINGS, type PrinterSettings } from "./printer-settings.ts";
import { creation, patch } from "./read-settings.ts";
import { answerFields } from "./settings.ts";
import { anyText, choice, flag, integer, list, named, nullable, optional } from "./schema.ts";

export const NewPrinter = named(
  "NewPrinter",
  creation(PRINTER_SETTINGS, {
    examples: [{ name: "till-2", rawPort: 9101, allow: ["192.168.1.0/24"], tag: { branch: "Vienna" } }],
  }),
);

export const PrinterPatch = named(
  "PrinterPatch",
  patch(PRINTER_SETTINGS, {
    description: "A merge patch (RFC 7396).",
    examples: [{ width: 42, target: "tcp://192.168.1.50:9100" }],
  }),
);

const openPort = nullable(
  Type.Object({
    host: anyText(),
    port: port(),
    isOpen: flag(),
    reason: nullable(anyText(), { description: "Why it is not open; it is tried again from time to time." }),
  }),
  { description: "null where there is no such port." },
);

const refusedOrigin = Type.Object({
  origin: nullable(anyText(), { description: "null for pages without one, which cannot be allowed." }),
  count: integer(1),
  lastAt: instant("When it was refused last."),
});

const status = optional({
  isReachable: flag(),
  isCoverOpen: flag(),
  paper: choice(["present", "near-end", "end"]),
  hasCutterError: flag(),
  hasUnrecoverableError: flag(),
  isDrawerPinHigh: flag(),
});

const state = Type.Object(
  {
    online: flag({ description: "What hosts are told." }),
    ...status,
    ports: Type.Object({ raw: openPort, epos: openPort }),
    troubles: list(anyText(), null, {
      description: "Why hosts are told that it is offline, or cannot reach it: a sentence for each cause.",
      examples: [["It cannot be reached: port 9101 is in use by another program."]],
    }),
    refusedOrigins: list(refusedOrigin, null, {
      description: "Origins whose pages were refused since the service started, the latest first.",
    }),
  },
  { description: "How it is now." },
);

const counted = (description: string) => integer(0, DELIVERY_LIMITS.countedDeliveries, { description });

const queue = Type.Object(
  {
    waiting: counted("Of prints that wait for their turn, or for the real printer."),
    held: counted("Of prints that wait for a person: their delivery broke off."),
    since: nullable(instant(), { description: "Since when the first one has waited; null when none waits." }),
    reason: nullable(anyText(), { description: "Why it waits, as far as that is known." }),
  },
  {
    description:
      "Prints that wait for the real printer behind it. " +
      `${DELIVERY_LIMITS.countedDeliveries} are counted at most.`,
  },
);

export const Printer = named(
  "Printer",
  Type.Object({
    id: id(),
    workspaceId: id(),
    userId: id(),
    ...answerFields(PRINTER_SETTINGS),
    pairingUntil: nullable(instant(), {
      description:
        "Until when the first public origin that prints becomes the printer's; null when none does.",
    }),
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was changed last."),
    state,
    queue,
  }),
);

export type PrinterAnswer = PrinterSettings & Omit<Static<typeof Printer>, keyof PrinterSettings>;

export const Printers = named(
  "Printers",
  Type.Object({
    items: list(Printer, null),
    shared: Type.Object(
      { lpd: openPort, ipp: openPort },
      { description: "The ports that all printers share." },
    ),
  }),
);

export const Simulation = named(
  "Simulation",
  Type.Object({ state: PRINTER_SETTINGS.simulate.schema }, { examples: [{ state: "paper-end" }] }),
);
