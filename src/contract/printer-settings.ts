import { isAddressBlock } from "../domain/address-blocks.ts";
import { PRINTER_LIMITS } from "../domain/limits.ts";
import { readOrigin } from "../domain/origin.ts";
import { SIMULATED_STATES } from "../domain/printer-status.ts";
import { targetFault } from "../domain/target.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { addressBlock, origin, port, printerName, tags } from "./fields.ts";
import { deviceId, width } from "./print-fields.ts";
import { choice, flag, list, nullable, refined, required, text, textOf } from "./values.ts";
import { defaultsOf, setting, type SettingsOf } from "./settings.ts";

/** The protocols by which POS software reaches a printer. */
export const PRINTER_PROTOCOLS = ["raw", "epos", "lpd", "ipp"] as const;

export type PrinterProtocol = (typeof PRINTER_PROTOCOLS)[number];

/**
 * What becomes of a delivery that was interrupted when some of its bytes had gone: it waits for a person (`hold`), or
 * is sent again from its beginning and marked as a possible duplicate (`resend`).
 */
export const INTERRUPTION_POLICIES = ["hold", "resend"] as const;

export type InterruptionPolicy = (typeof INTERRUPTION_POLICIES)[number];

/** A model whose answers every driver knows. */
export const DEFAULT_MODEL = "TM-T88V";

/** Tags that the protocols put on prints beside those of the printer. */
const PROTOCOL_TAGS = 10;

/** What of a printer can be given and changed. */
export const PRINTER_SETTINGS = {
  name: setting({
    schema: required(
      printerName({
        description:
          "Unique in the service, whatever its case: also its LPD queue, ePOS devid and IPP address.",
        examples: ["till-2"],
      }),
      "is missing: give the printer a name.",
    ),
    option: { value: "N" },
  }),
  deviceId: setting({
    schema: nullable(deviceId, { description: "The deviceId of its prints; its name where there is none." }),
    default: null,
    option: { value: "D" },
  }),
  width: setting({
    schema: nullable(width, { description: "Columns of its paper; the workspace's where there are none." }),
    default: null,
    option: { value: "N" },
  }),
  charset: setting({
    schema: nullable(choice(CHARSETS), {
      description: "What its prints' characters are; the workspace's where there is none.",
    }),
    default: null,
    option: { value: "C" },
  }),
  profile: setting({
    schema: nullable(choice(PRINTER_PROFILES), {
      description: "The maker whose dialect it speaks; the workspace's where there is none.",
    }),
    default: null,
    option: { value: "P" },
  }),
  model: setting({
    // It is what GS I answers with.
    schema: refined(
      text(1, PRINTER_LIMITS.modelCharacters),
      (model) => (/^[ -~]*$/.test(model) ? null : "must be printable ASCII."),
      { pattern: "^[ -~]*$", description: "The model that it says it is.", examples: [DEFAULT_MODEL] },
    ),
    default: DEFAULT_MODEL,
    option: { value: "M" },
  }),
  tag: setting({
    schema: tags(PROTOCOL_TAGS),
    default: {},
    takesNull: true,
    option: { value: "K=V", repeatable: "A tag for each of its prints." },
  }),
  allow: setting({
    schema: list(addressBlock, PRINTER_LIMITS.allowedBlocks, {
      description: "Addresses that may print, such as 192.168.1.0/24; all where there are none.",
      examples: [["192.168.1.0/24"]],
    }),
    default: [],
    option: { value: "CIDR", repeatable: true },
  }),
  allowOrigins: setting({
    schema: list(origin, PRINTER_LIMITS.allowedOrigins, {
      description:
        "Origins of public web pages that may print by HTTP. Programs, and pages of this machine and of the private " +
        "network, print in any case.",
      examples: [["https://pos.example"]],
    }),
    default: [],
    canonical: (origins) => [...new Set(origins.map((given) => readOrigin(given) ?? given))],
    option: {
      name: "allow-origin",
      value: "ORIGIN",
      repeatable: "A public web page that may print, such as https://pos.example.",
      none: "none",
    },
  }),
  protocols: setting({
    schema: list(choice(PRINTER_PROTOCOLS), PRINTER_PROTOCOLS.length, {
      description: "The protocols by which it can be reached.",
    }),
    default: PRINTER_PROTOCOLS,
    canonical: (given) => PRINTER_PROTOCOLS.filter((protocol) => given.includes(protocol)),
    option: { value: "LIST" },
  }),
  address: setting({
    schema: nullable(
      textOf(
        (address) => isAddressBlock(address) && !address.includes("/"),
        "must be an IP address of this machine.",
        {
          pattern: "^[^/]*$",
          description: "The address of this machine for its ports; the service's where there is none.",
          examples: ["192.168.1.10"],
        },
      ),
    ),
    default: null,
    option: { value: "IP" },
  }),
  rawPort: setting({
    schema: nullable(port({ description: "TCP port for raw printing, where it has one." })),
    default: null,
    option: { value: "N", none: "0" },
  }),
  eposPort: setting({
    schema: nullable(port({ description: "A TCP port of its own for ePOS-Print, beside the service's." })),
    default: null,
    option: { value: "N", none: "0" },
  }),
  target: setting({
    schema: nullable(
      refined(text(1, PRINTER_LIMITS.targetCharacters), targetFault, {
        pattern: "^[A-Za-z]+://[^\\s]+$",
        description:
          "The real printer that its prints are passed on to: tcp://HOST:PORT, or an http:// address of ePOS-Print.",
        examples: ["tcp://192.168.1.50:9100"],
      }),
    ),
    default: null,
    option: { value: "URL", none: "none" },
  }),
  passThrough: setting({
    schema: flag({ description: "Whether hosts get the real printer's own answers." }),
    default: false,
    option: { value: "B" },
  }),
  whenInterrupted: setting({
    schema: choice(INTERRUPTION_POLICIES, {
      description:
        "A delivery interrupted when some of it had gone: hold it for a person, or resend it as a possible duplicate.",
    }),
    default: "hold",
    option: { value: "POLICY" },
  }),
  held: setting({
    schema: flag({ description: "Whether nothing is passed on until this is false again." }),
    default: false,
    option: { name: "hold", value: "B" },
  }),
  simulate: setting({
    schema: choice(SIMULATED_STATES, { description: "A state to simulate, for testing POS software." }),
    default: "online",
  }),
};

export type PrinterSettings = SettingsOf<typeof PRINTER_SETTINGS>;

/** A new printer's settings where nothing else is given. */
export const PRINTER_DEFAULTS = defaultsOf(PRINTER_SETTINGS) as Omit<PrinterSettings, "name">;
