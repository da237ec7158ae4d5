import { type TSchema, Type } from "@sinclair/typebox";
import { named } from "../../contract/schema.ts";
import { DELIVERY_LIMITS } from "../../delivery/delivery-limits.ts";
import { PRINT_LIMITS, PRINTER_LIMITS } from "../../domain/limits.ts";
import { SIMULATED_STATES } from "../../domain/printer-status.ts";
import { INTERRUPTION_POLICIES, PRINTER_DEFAULTS, PRINTER_PROTOCOLS } from "../../domain/printer.ts";
import { CHARSETS } from "../../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../../escpos/text/printer-profile.ts";
import { deviceId, instant, tagMap, text, words } from "./fields.ts";

const nullable = (schema: TSchema, description: string) => Type.Union([schema, Type.Null()], { description });
const port = Type.Integer({ minimum: 1, maximum: PRINTER_LIMITS.largestPort });

const settings = {
  name: Type.String({
    pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
    maxLength: PRINTER_LIMITS.nameCharacters,
    description: "Unique in the service, whatever its case: also its LPD queue, ePOS devid and IPP address.",
    examples: ["till-2"],
  }),
  deviceId: nullable(deviceId, "The deviceId of its prints; its name where there is none."),
  width: nullable(
    Type.Integer({ minimum: PRINT_LIMITS.widthColumnsMinimum, maximum: PRINT_LIMITS.widthColumnsMaximum }),
    "Columns of its paper; the workspace's where there is none.",
  ),
  charset: nullable(
    words(CHARSETS, ""),
    "What its prints' characters are; the workspace's where there is none.",
  ),
  profile: nullable(
    words(PRINTER_PROFILES, ""),
    "The maker whose dialect it speaks; the workspace's where there is none.",
  ),
  model: text(PRINTER_LIMITS.modelCharacters, "The model that it says it is.", 1),
  tag: tagMap,
  allow: Type.Array(Type.String(), {
    maxItems: PRINTER_LIMITS.allowedBlocks,
    description: "Addresses that may print, as CIDR blocks; an empty list admits all.",
    examples: [["192.168.1.0/24"]],
  }),
  allowOrigins: Type.Array(Type.String({ maxLength: PRINTER_LIMITS.originCharacters }), {
    maxItems: PRINTER_LIMITS.allowedOrigins,
    description:
      "Origins of public web pages that may print by HTTP. Programs, and pages of this machine and of the private " +
      "network, print in any case.",
    examples: [["https://pos.example"]],
  }),
  protocols: Type.Array(words(PRINTER_PROTOCOLS, ""), { description: "By which it can be reached." }),
  address: nullable(
    Type.String(),
    "The address of this machine for its ports; the service's where there is none.",
  ),
  rawPort: nullable(port, "TCP port for raw printing; null for none."),
  eposPort: nullable(port, "A TCP port of its own for ePOS-Print; null for none but the service's."),
  target: nullable(
    Type.String({ maxLength: PRINTER_LIMITS.targetCharacters }),
    "The real printer that its prints are passed on to: tcp://HOST:PORT, or an http:// address of ePOS-Print.",
  ),
  passThrough: Type.Boolean({ description: "Whether hosts get the real printer's own answers." }),
  whenInterrupted: words(
    INTERRUPTION_POLICIES,
    "A delivery interrupted when some of it had gone: hold it for a person, or send it again as a possible duplicate.",
  ),
  held: Type.Boolean({ description: "Whether nothing is passed on until this is false again." }),
  simulate: words(SIMULATED_STATES, "A state to simulate, for testing POS software."),
};

const optional = Object.fromEntries(
  Object.entries(settings).map(([name, schema]) => [name, Type.Optional(schema)]),
);

const portState = nullable(
  Type.Object({
    host: Type.String(),
    port: Type.Integer(),
    isOpen: Type.Boolean(),
    reason: nullable(Type.String(), "Why it is not open; it is tried again from time to time."),
  }),
  "null where there is no such port.",
);

export const NewPrinter = named(
  "NewPrinter",
  Type.Object(
    { ...optional, name: settings.name },
    { examples: [{ ...PRINTER_DEFAULTS, tag: { branch: "Vienna" }, name: "till-2", rawPort: 9101 }] },
  ),
);

export const PrinterPatch = named(
  "PrinterPatch",
  Type.Object(optional, { description: "A merge patch (RFC 7396).", examples: [{ width: 42 }] }),
);

export const Printer = named(
  "Printer",
  Type.Object({
    id: Type.Integer(),
    workspaceId: Type.Integer(),
    userId: Type.Integer(),
    ...settings,
    pairingUntil: nullable(
      instant(""),
      "Until when the first public origin that prints becomes the printer's; null when none does.",
    ),
    createdAt: instant("When it was made."),
    updatedAt: instant("When it was changed last."),
    state: Type.Object(
      {
        online: Type.Boolean({ description: "What hosts are told." }),
        isReachable: Type.Optional(Type.Boolean()),
        isCoverOpen: Type.Optional(Type.Boolean()),
        paper: Type.Optional(words(["present", "near-end", "end"], "")),
        hasCutterError: Type.Optional(Type.Boolean()),
        hasUnrecoverableError: Type.Optional(Type.Boolean()),
        isDrawerPinHigh: Type.Optional(Type.Boolean()),
        ports: Type.Object({ raw: portState, epos: portState }),
        troubles: Type.Array(Type.String(), {
          description:
            "Why hosts are told that it is offline, or cannot reach it: a sentence for each cause.",
          examples: [["It cannot be reached: port 9101 is in use by another program."]],
        }),
        refusedOrigins: Type.Array(
          Type.Object({
            origin: nullable(Type.String(), "null for pages without one, which cannot be allowed."),
            count: Type.Integer(),
            lastAt: instant("When it was refused last."),
          }),
          { description: "Origins whose pages were refused since the service started, the latest first." },
        ),
      },
      { description: "How it is now." },
    ),
    queue: Type.Object(
      {
        waiting: Type.Integer({ minimum: 0, maximum: DELIVERY_LIMITS.countedDeliveries }),
        held: Type.Integer({
          minimum: 0,
          maximum: DELIVERY_LIMITS.countedDeliveries,
          description: "Of prints that wait for a person: their delivery broke off.",
        }),
        since: nullable(instant(""), "Since when the first one has waited; null when none waits."),
        reason: nullable(Type.String(), "Why it waits, as far as that is known."),
      },
      {
        description:
          "Prints that wait for the real printer behind it. " +
          `${DELIVERY_LIMITS.countedDeliveries} are counted at most.`,
      },
    ),
  }),
);

export const Printers = named(
  "Printers",
  Type.Object({
    items: Type.Array(Printer),
    shared: Type.Object(
      { lpd: portState, ipp: portState },
      { description: "The ports that all printers share." },
    ),
  }),
);

export const Simulation = named(
  "Simulation",
  Type.Object({ state: settings.simulate }, { examples: [{ state: "paper-end" }] }),
);
