import type { Static } from "@sinclair/typebox";
import { DELIVERY_LIMITS } from "../delivery/delivery-limits.ts";
import { throwIfAny } from "../domain/errors.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import { PORT_FAULTS } from "../domain/port-fault.ts";
import { POLL_KINDS } from "../domain/poll-source.ts";
import { SITUATION_STATES } from "../domain/printer-situation.ts";
import { PAPER_STATES, SIMULATED_STATES } from "../domain/printer-status.ts";
import { OWN_PORT_PROTOCOLS, PRINTER_PROTOCOLS, SERVICE_PROTOCOLS } from "../domain/protocols.ts";
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

const portFault = t.nullable(
  t.choice(
    PORT_FAULTS,
    "Why it is not open: another program has it, this user may not open it, this machine does not have the address.",
  ),
);

const openPort = t.nullable(
  t.object({
    host: t.anyText(),
    port: port(),
    isOpen: t.flag(),
    reason: t.nullable(t.anyText(), "Why it is not open; it is tried again from time to time."),
    fault: portFault,
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

const situation = t.object(
  {
    state: t.choice(
      SITUATION_STATES,
      "The most important of what the matter is. unreachable: the real printer does not answer; offline: it prints nothing " +
        "for another reason; waiting: prints wait for a reason that it does not tell by itself.",
    ),
    isTrouble: t.flag("Whether what a till prints does not come out of it now, and nobody has meant that."),
    sentence: t.anyText("The same in a sentence, without the time."),
    parameters: t.object(
      t.optional({
        address: t.anyText("Where the real printer is."),
        backup: t.anyText("The printer that prints in its place now."),
        simulated: t.choice(SIMULATED_STATES, "What it is set to for a test."),
        port: port(),
        fault: t.choice(PORT_FAULTS, "Why that port is not open."),
        reason: t.anyText("The cause as it was told."),
      }),
      "What the sentence is made of, to say it in another language.",
    ),
    since: t.nullable(instant(), "Since when it is in this state; null when that is not known."),
    waiting: counted("Of prints that wait for the real printer."),
    held: counted("Of prints that wait for a person."),
    oldestWaitingSince: t.nullable(instant(), "Since when the first print has waited."),
    lastPrintAt: t.nullable(instant(), "When the last print came in by it; null where none is known."),
  },
  {
    name: "PrinterSituation",
    description:
      "How it is, in words and for programs. Who listens to events is told of each change: printer.situation.",
  },
);

const way = t.object({
  protocol: t.choice(PRINTER_PROTOCOLS),
  title: t.anyText("The name of the protocol."),
  host: t.anyText(),
  port: port(),
  address: t.anyText("What is entered where one line is asked for."),
  queue: t.nullable(t.anyText(), "The queue, where the protocol has them; else null."),
  isOpen: t.flag(),
  reason: t.nullable(t.anyText(), "Why it is not open."),
  fault: portFault,
});

const connection = t.object(
  {
    hosts: t.list(t.anyText(), null, "Addresses and names of this machine, what is to be told first."),
    ways: t.list(way, null, "A way for each protocol by which it can be reached."),
  },
  "What a till must be told to print.",
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
    situation,
    connection,
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

const sender = t.object({
  address: t.anyText({ examples: ["192.168.1.31"] }),
  origin: t.nullable(t.anyText(), "That of the web page; null for a program."),
  protocol: t.nullable(
    t.choice([...PRINTER_PROTOCOLS, ...POLL_KINDS]),
    "By which the last print came; null while none has.",
  ),
  prints: t.count("How many it has printed."),
  refusals: t.count("How often the address was turned away."),
  lastAt: instant("When it was heard of last."),
  mayPrint: t.flag("Whether the address may print, by allow and block."),
});

export interface PrintersAnswer extends Omit<Static<typeof Printers>, "items"> {
  readonly items: readonly PrinterAnswer[];
}

export const Senders = t.object(
  { items: t.list(sender, null, "The latest first.") },
  {
    name: "Senders",
    description: `Who has printed since the service started; at most ${PRINTER_LIMITS.senders}.`,
  },
);

export type SenderAnswer = Static<typeof sender>;

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
