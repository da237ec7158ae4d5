import { isAddressBlock } from "../domain/address-blocks.ts";
import { POLL_LIMITS, PRINTER_LIMITS } from "../domain/limits.ts";
import { printerKey } from "../domain/printer.ts";
import { readOrigin } from "../domain/origin.ts";
import { SIMULATED_STATES } from "../domain/printer-status.ts";
import { readPollCredentials, readPollSource } from "../domain/poll-source.ts";
import { PRINTER_PROTOCOLS } from "../domain/protocols.ts";
import { targetFault } from "../domain/target.ts";
import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { addressBlock, model, origin, port, printerName, tags, targetModel } from "./fields.ts";
import { deviceId, width } from "./print-fields.ts";
import { defaultsOf, setting, type SettingsOf } from "./settings.ts";
import * as t from "./values.ts";

/**
 * What becomes of a delivery that was interrupted when some of its bytes had gone: it waits for a person (`hold`), or
 * is sent again from its beginning and marked as a possible duplicate (`resend`).
 */
const INTERRUPTION_POLICIES = ["hold", "resend"] as const;

export type InterruptionPolicy = (typeof INTERRUPTION_POLICIES)[number];

/** Which prints are drawn for the real printer: those that it would not print as they are meant, all, or none. */
const TRANSLATION_POLICIES = ["auto", "always", "never"] as const;

export type TranslationPolicy = (typeof TRANSLATION_POLICIES)[number];

/**
 * What hosts find while the real printer is out of reach: a printer that takes their prints, which wait (`accept`), or one
 * that is offline (`report`).
 */
const UNREACHABLE_POLICIES = ["accept", "report"] as const;

/** What becomes of a print that its client has sent a moment before. */
const REPEAT_POLICIES = ["print", "mark", "hold"] as const;

export type RepeatPolicy = (typeof REPEAT_POLICIES)[number];

const seconds = (about: string) => t.integer(1, PRINTER_LIMITS.longestSeconds, about);

/** Tags that the protocols put on prints beside those of the printer. */
const PROTOCOL_TAGS = 10;

/** What is wrong, where what was read is a sentence. */
const sentenceOf = (read: unknown) => (typeof read === "string" ? read : null);

/** What of a printer can be given and changed. */
export const PRINTER_SETTINGS = {
  name: setting(
    t.required(
      printerName({
        description:
          "Unique in the service, whatever its case: also its LPD queue, ePOS devid and IPP address.",
        examples: ["till-2"],
      }),
      "is missing: give the printer a name.",
    ),
    { option: { value: "N" } },
  ),
  deviceId: setting(t.nullable(deviceId, "The deviceId of its prints; its name where there is none."), {
    default: null,
    option: { value: "D" },
  }),
  model: setting(
    t.nullable(
      model,
      "The printer that it stands for: its prints are shown as on that one's paper, and hosts are answered as by it. " +
        "The workspace's where there is none.",
    ),
    { default: null, option: { value: "M", listedBy: "models", none: "none" } },
  ),
  width: setting(t.nullable(width, "Columns of its paper; the model's where there are none."), {
    default: null,
    option: { value: "N" },
  }),
  charset: setting(
    t.nullable(t.choice(CHARSETS), "What its prints' characters are; the model's where there is none."),
    { default: null, option: { value: "C", none: "none" } },
  ),
  profile: setting(
    t.nullable(
      t.choice(PRINTER_PROFILES),
      "The maker whose dialect it speaks; the model's where there is none.",
    ),
    { default: null, option: { value: "P", none: "none" } },
  ),
  // GS I answers with it.
  reportedModel: setting(
    t.nullable(
      t.refined(
        t.text(1, PRINTER_LIMITS.modelCharacters),
        (name) => (/^[ -~]*$/.test(name) ? null : "must be printable ASCII."),
        { pattern: "^[ -~]*$", examples: ["TM-T88V"] },
      ),
      "The name of the model that hosts are told, where it is not that of its model.",
    ),
    { default: null, option: { value: "NAME", none: "none" } },
  ),
  tag: setting(tags(PROTOCOL_TAGS), {
    default: {},
    takesNull: true,
    option: { value: "K=V", repeatable: "A tag for each of its prints." },
  }),
  allow: setting(
    t.list(addressBlock, PRINTER_LIMITS.allowedBlocks, {
      description: "Addresses that may print, such as 192.168.1.0/24; all where there are none.",
      examples: [["192.168.1.0/24"]],
    }),
    { default: [], option: { value: "CIDR", repeatable: true } },
  ),
  block: setting(
    t.list(addressBlock, PRINTER_LIMITS.allowedBlocks, {
      description: "Addresses that may not print, whatever else is allowed.",
      examples: [["192.168.1.66"]],
    }),
    { default: [], option: { value: "CIDR", repeatable: true, none: "none" } },
  ),
  allowOrigins: setting(
    t.list(origin, PRINTER_LIMITS.allowedOrigins, {
      description:
        "Origins of public web pages that may print by HTTP. Programs, and pages of this machine and of the private " +
        "network, print in any case.",
      examples: [["https://pos.example"]],
    }),
    {
      default: [],
      canonical: (origins) => [...new Set(origins.map((given) => readOrigin(given) ?? given))],
      option: {
        name: "allow-origin",
        value: "ORIGIN",
        repeatable: "A public web page that may print, such as https://pos.example.",
        none: "none",
      },
    },
  ),
  protocols: setting(
    t.list(
      t.choice(PRINTER_PROTOCOLS),
      PRINTER_PROTOCOLS.length,
      "The protocols by which it can be reached.",
    ),
    {
      default: PRINTER_PROTOCOLS,
      canonical: (given) => PRINTER_PROTOCOLS.filter((protocol) => given.includes(protocol)),
      option: { value: "LIST" },
    },
  ),
  address: setting(
    t.nullable(
      t.textOf(
        (address) => isAddressBlock(address) && !address.includes("/"),
        "must be an IP address of this machine.",
        {
          pattern: "^[^/]*$",
          description: "The address of this machine for its ports; the service's where there is none.",
          examples: ["192.168.1.10"],
        },
      ),
    ),
    { default: null, option: { value: "IP" } },
  ),
  rawPort: setting(t.nullable(port("TCP port for raw printing, where it has one.")), {
    default: null,
    option: { value: "N", none: "0" },
  }),
  eposPort: setting(t.nullable(port("A TCP port of its own for ePOS-Print, beside the service's.")), {
    default: null,
    option: { value: "N", none: "0" },
  }),
  target: setting(
    t.nullable(
      t.refined(t.text(1, PRINTER_LIMITS.targetCharacters), (target) => targetFault(target), {
        pattern: "^[A-Za-z][A-Za-z0-9+.-]*:",
        description:
          "The real printer that its prints are passed on to, such as tcp://192.168.1.50:9100 or usb:SERIAL; the guide " +
          'tells all kinds, and "tillroll printer detect" finds some.',
        examples: ["tcp://192.168.1.50:9100"],
      }),
    ),
    { default: null, option: { value: "URL", none: "none" } },
  ),
  targetModel: setting(
    t.nullable(
      targetModel,
      "What the real printer is: a model, or a printer of pages, office-a4 or office-letter. " +
        "The printer's own model where there is none.",
    ),
    { default: null, option: { value: "M", listedBy: "models", none: "none" } },
  ),
  translate: setting(
    t.choice(
      TRANSLATION_POLICIES,
      "Which prints are drawn and sent to the real printer as pictures: those that it would not print as they are meant (auto), all (always) or none (never).",
    ),
    { default: "auto", option: { value: "WHEN" } },
  ),
  whenUnreachable: setting(
    t.choice(
      UNREACHABLE_POLICIES,
      "While the real printer is out of reach: accept prints, which wait, or report to hosts that it is offline.",
    ),
    { default: "accept", option: { value: "POLICY" } },
  ),
  whenInterrupted: setting(
    t.choice(
      INTERRUPTION_POLICIES,
      "A delivery interrupted when some of it had gone: hold it for a person, or resend it as a possible duplicate.",
    ),
    { default: "hold", option: { value: "POLICY" } },
  ),
  kickLifetime: setting(
    t.nullable(seconds("How old a print may be that still opens the drawer, in seconds; null for any age.")),
    { default: 10, option: { value: "TIME", none: "none", isDuration: true } },
  ),
  marks: setting(
    t.flag(
      "Whether a first line on paper says what is unusual about a print: LATE, COPY?, REPEATED, or for which printer.",
    ),
    { default: true, option: { value: "B" } },
  ),
  markLate: setting(
    t.nullable(
      seconds("How long a print may wait before its paper begins with LATE, in seconds; null for ever."),
    ),
    { default: 300, option: { value: "TIME", none: "none", isDuration: true } },
  ),
  holdAfter: setting(
    t.nullable(
      seconds(
        "How long a print may wait before a person decides whether it is printed, in seconds; null for ever.",
      ),
    ),
    { default: 3600, option: { value: "TIME", none: "none", isDuration: true } },
  ),
  expireAfter: setting(
    t.nullable(
      seconds(
        "How long a print may wait before it is kept and not printed by itself any more, in seconds; for tills that " +
          "print elsewhere when nothing comes out; null for ever.",
      ),
    ),
    { default: null, option: { value: "TIME", none: "none", isDuration: true } },
  ),
  repeats: setting(
    t.choice(
      REPEAT_POLICIES,
      "The same bytes again from the same client within a minute, which get the tag repeated: print them, mark them on " +
        "paper too, or hold them for a person.",
    ),
    { default: "print", option: { value: "POLICY" } },
  ),
  backup: setting(
    t.nullable(
      printerName(),
      "The printer that prints instead while this one's real printer is out of reach, out of paper or the like.",
    ),
    { default: null, option: { value: "NAME", none: "none" } },
  ),
  backupAfter: setting(
    seconds("How long the real printer is in trouble before its backup takes over, in seconds."),
    { default: 30, option: { value: "TIME", isDuration: true } },
  ),
  also: setting(
    t.list(
      printerName(),
      PRINTER_LIMITS.copies,
      "Printers that print a copy of each print that is sent to this one.",
    ),
    {
      default: [],
      canonical: (names) => [...new Map(names.map((name) => [printerKey(name), name])).values()],
      option: { value: "NAME", repeatable: "A printer that prints a copy of each print.", none: "none" },
    },
  ),
  held: setting(t.flag("Whether nothing is passed on until this is false again."), {
    default: false,
    option: { name: "hold", value: "B" },
  }),
  poll: setting(
    t.nullable(
      t.refined(t.text(1, POLL_LIMITS.addressCharacters), (source) => sentenceOf(readPollSource(source)), {
        pattern: "^(cloudprnt:|sdp:)?https?://[^\\s]+$",
        description:
          "An address that it asks for jobs, as a cloud printer does: cloudprnt:https://… (Star CloudPRNT), " +
          "sdp:https://… (Epson Server Direct Print), or an https:// address that answers with jobs.",
        examples: ["cloudprnt:https://pos.example/cloudprnt"],
      }),
    ),
    { default: null, option: { value: "URL", none: "none" } },
  ),
  pollCredentials: setting(
    t.nullable(
      t.refined(
        t.text(1, POLL_LIMITS.credentialCharacters),
        (text) => (readPollCredentials(text) === null ? "must be USER:PASSWORD or Bearer TOKEN." : null),
        {
          description:
            "What it shows to that address: USER:PASSWORD, sent by digest or plainly as the address asks, or Bearer TOKEN.",
          examples: ["Bearer 1f9a"],
        },
      ),
    ),
    { default: null, isSecret: true, option: { value: "SECRET", none: "none" } },
  ),
  pollAuthority: setting(
    t.nullable(
      t.text(1, POLL_LIMITS.fileCharacters, {
        description:
          "A PEM file on this machine with the certificates that its https address is checked against, where they are not public ones.",
        examples: ["/etc/ssl/shop-ca.pem"],
      }),
    ),
    { default: null, option: { value: "FILE", none: "none" } },
  ),
  pollSeconds: setting(
    t.integer(
      POLL_LIMITS.leastSeconds,
      POLL_LIMITS.mostSeconds,
      "How often it asks that address, seconds, where the address does not say.",
    ),
    { default: POLL_LIMITS.defaultSeconds, option: { value: "N" } },
  ),
  simulate: setting(t.choice(SIMULATED_STATES, "A state to simulate, for testing POS software."), {
    default: "online",
  }),
};

/** Settings of older versions: they may be given, and change nothing. */
export const RETIRED_PRINTER_SETTINGS = {
  passThrough: setting(
    t.flag(
      "Changes nothing any more: hosts always have the real printer's own answers while it can be reached.",
    ),
    { default: false, option: { value: "B" } },
  ),
};

export type PrinterSettings = SettingsOf<typeof PRINTER_SETTINGS>;

/** A new printer's settings where nothing else is given. */
export const PRINTER_DEFAULTS = defaultsOf(PRINTER_SETTINGS) as Omit<PrinterSettings, "name">;
