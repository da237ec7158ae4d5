import type { Static } from "@sinclair/typebox";
import { DELIVERY_LIMITS } from "../delivery/delivery-limits.ts";
import { throwIfAny } from "../domain/errors.ts";
import { PAPER_STATES } from "../domain/printer-status.ts";
import { OWN_PORT_PROTOCOLS, SERVICE_PROTOCOLS } from "../domain/protocols.ts";
import { pagesFault } from "../domain/target.ts";
import { IssueList } from "../domain/validation.ts";
import { pageSizeOf } from "../translation/target-model.ts";
import { id, instant, port } from "./fields.ts";
import {
  PRINTER_DEFAULTS,
  PRINTER_SETTINGS,
  type PrinterSettings,
  RETIRED_PRINTER_SETTINGS,
} from "./printer-settings.ts";
import { creation, patch, readSettings } from "./read-settings.ts";
import { answerFields, withoutHidden } from "./settings.ts";
import * as t from "./schema.ts";

export const NewPrinter = creation(
  PRINTER_SETTINGS,
  {
    name: "NewPrinter",
    examples: [{ name: "till-2", rawPort: 9101, allow: ["192.168.1.0/24"], tag: { branch: "Vienna" } }],
  },
  RETIRED_PRINTER_SETTINGS,
);

export const PrinterPatch = patch(
  PRINTER_SETTINGS,
  {
    name: "PrinterPatch",
    description: "A merge patch (RFC 7396).",
    examples: [{ width: 42, target: "tcp://192.168.1.50:9100" }],
  },
  RETIRED_PRINTER_SETTINGS,
);

const openPort = t.nullable(
  t.object({
    host: t.anyText(),
    port: port(),
    isOpen: t.flag(),
    reason: t.nullable(t.anyText(), "Why it is not open; it is tried again from time to time."),
  }),
  "null where there is no such port.",
);

/** A port for each of some protocols. */
function portsOf<Protocol extends string>(protocols: readonly Protocol[]) {
  const ports = protocols.map((protocol) => [protocol, openPort]);
  return Object.fromEntries(ports) as Record<Protocol, typeof openPort>;
}

const refusedOrigin = t.object({
  origin: t.nullable(t.anyText(), "null for pages without one, which cannot be allowed."),
  count: t.integer(1),
  lastAt: instant("When it was refused last."),
});

const status = t.optional({
  isReachable: t.flag(),
  isCoverOpen: t.flag(),
  paper: t.choice(PAPER_STATES),
  hasCutterError: t.flag(),
  hasUnrecoverableError: t.flag(),
  isDrawerPinHigh: t.flag(),
});

const state = t.object(
  {
    online: t.flag("Whether it prints now, the real printer behind it included."),
    ...status,
    ports: t.object(portsOf(OWN_PORT_PROTOCOLS)),
    troubles: t.list(t.anyText(), null, {
      description: "Why hosts are told that it is offline, or cannot reach it: a sentence for each cause.",
      examples: [["It cannot be reached: port 9101 is in use by another program."]],
    }),
    pollTrouble: t.nullable(
      t.anyText(),
      "Why the address that it asks for jobs cannot be asked; null while it can, and without one.",
    ),
    refusedOrigins: t.list(
      refusedOrigin,
      null,
      "Origins whose pages were refused since the service started, the latest first.",
    ),
  },
  "How it is now.",
);

const counted = (description: string) => t.integer(0, DELIVERY_LIMITS.countedDeliveries, description);

const queue = t.object(
  {
    waiting: counted("Of prints that wait for their turn, or for the real printer."),
    held: counted("Of prints that wait for a person: why, their deliveries tell."),
    since: t.nullable(instant(), "Since when the first one has waited; null when none waits."),
    reason: t.nullable(t.anyText(), "Why it waits, as far as that is known."),
    divertedTo: t.nullable(
      t.anyText(),
      "The backup that prints in its place now; null while it prints itself.",
    ),
  },
  "Prints that wait for the real printer behind it. " +
    `${DELIVERY_LIMITS.countedDeliveries} are counted at most.`,
);

export const Printer = t.object(
  {
    id: id(),
    workspaceId: id(),
    userId: id(),
    ...answerFields(PRINTER_SETTINGS),
    pairingUntil: t.nullable(
      instant(),
      "Until when the first public origin that prints becomes the printer's; null when none does.",
    ),
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was changed last."),
    state,
    queue,
  },
  { name: "Printer" },
);

export type PrinterAnswer = PrinterSettings & Omit<Static<typeof Printer>, keyof PrinterSettings>;

export const Printers = t.object(
  {
    items: t.list(Printer, null),
    shared: t.object(portsOf(SERVICE_PROTOCOLS), "The ports that all printers share."),
  },
  { name: "Printers" },
);

export const PollAddress = t.object(
  { address: t.anyText("What the real printer is to ask; its secret is shown this once.") },
  { name: "PollAddress" },
);

export const Simulation = t.object(
  { state: PRINTER_SETTINGS.simulate.schema },
  { name: "Simulation", examples: [{ state: "paper-end" }] },
);

/**
 * Reads the settings of a new printer; `name` must be there, the others have defaults.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readNewPrinter(body: unknown): PrinterSettings {
  const issues = new IssueList();
  const given = readSettings(PRINTER_SETTINGS, NewPrinter, body, issues);
  const settings: PrinterSettings = { ...PRINTER_DEFAULTS, name: "", ...given };
  checkTogether(settings, issues);
  throwIfAny(issues.issues);
  return settings;
}

/**
 * Reads a change of a printer's settings: what is absent stays.
 * @param current what it has now: some settings only make sense together
 * @throws TillrollError BAD_REQUEST with all faults, an unknown setting among them
 */
export function readPrinterPatch(body: unknown, current: PrinterSettings): Partial<PrinterSettings> {
  const issues = new IssueList();
  const given = withoutHidden(PRINTER_SETTINGS, readSettings(PRINTER_SETTINGS, PrinterPatch, body, issues));
  checkTogether({ ...current, ...given }, issues);
  throwIfAny(issues.issues);
  return given;
}

function checkTogether({ rawPort, eposPort, target, targetModel }: PrinterSettings, issues: IssueList): void {
  const isOfPages = targetModel !== null && pageSizeOf(targetModel) !== undefined;
  const fault = isOfPages && target !== null ? pagesFault(target) : null;
  if (fault !== null) issues.add("targetModel", fault);
  if (rawPort !== null && rawPort === eposPort) issues.add("eposPort", "must be another port than rawPort.");
}
