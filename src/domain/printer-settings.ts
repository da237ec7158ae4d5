import { CHARSETS } from "../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../escpos/text/printer-profile.ts";
import { isAddressBlock } from "./address-blocks.ts";
import { badRequest, throwIfAny } from "./errors.ts";
import { PRINTER_LIMITS } from "./limits.ts";
import { readOrigin } from "./origin.ts";
import { printFields, tagToJson } from "./print.ts";
import { SIMULATED_STATES } from "./printer-status.ts";
import {
  INTERRUPTION_POLICIES,
  PRINTER_DEFAULTS,
  PRINTER_PROTOCOLS,
  type PrinterSettings,
} from "./printer.ts";
import { checkTagCount, checkTags } from "./tag.ts";
import { checkTarget } from "./target.ts";
import {
  checkInteger,
  checkText,
  fieldOf,
  isJsonObject,
  type IssueSink,
  IssueList,
  type JsonObject,
  nameOfType,
  refuseUnknownFields,
} from "./validation.ts";

type Check<Value> = (value: unknown, path: string, list: IssueSink) => Value;

/** A check for each setting. What is faulty adds an issue; the value that is returned then counts for nothing. */
const CHECKS: { readonly [Name in keyof PrinterSettings]: Check<PrinterSettings[Name]> } = {
  name: (value, path, list) => checkName(value, path, list),
  deviceId: orNull((value, _path, list) => printFields.deviceId(value, list)),
  width: orNull((value, _path, list) => printFields.width(value, list)),
  charset: orNull((value, path, list) => checkChoice(value, path, CHARSETS, list)),
  profile: orNull((value, path, list) => checkChoice(value, path, PRINTER_PROFILES, list)),
  model: (value, path, list) => checkModel(value, path, list),
  tag: (value, _path, list) => checkTagMap(value, list),
  allow: (value, path, list) => checkAllow(value, path, list),
  allowOrigins: (value, path, list) => checkOrigins(value, path, list),
  protocols: (value, path, list) => checkProtocols(value, path, list),
  address: orNull((value, path, list) => checkAddress(value, path, list)),
  rawPort: orNull((value, path, list) => checkPort(value, path, list)),
  eposPort: orNull((value, path, list) => checkPort(value, path, list)),
  target: orNull((value, path, list) => checkTarget(value, path, list)),
  passThrough: (value, path, list) => checkBoolean(value, path, list),
  whenInterrupted: (value, path, list) => checkChoice(value, path, INTERRUPTION_POLICIES, list) ?? "hold",
  held: (value, path, list) => checkBoolean(value, path, list),
  simulate: (value, path, list) => checkChoice(value, path, SIMULATED_STATES, list) ?? "online",
};

/** The names of all settings. */
export const PRINTER_SETTINGS = Object.keys(CHECKS) as (keyof PrinterSettings)[];

/**
 * Reads the settings of a new printer; `name` must be there, the others have defaults.
 * @throws TillrollError BAD_REQUEST with all faults
 */
export function readNewPrinter(body: unknown): PrinterSettings {
  const list = new IssueList();
  const given = readSettings(body, list);
  if (given.name === undefined) list.add("name", "is missing: give the printer a name.");
  const settings: PrinterSettings = { ...PRINTER_DEFAULTS, name: "", ...given };
  checkTogether(settings, list);
  throwIfAny(list.issues);
  return settings;
}

/**
 * Reads a change of a printer's settings (a merge patch, RFC 7396): what is absent stays, `null` takes it away.
 * @param current what it has now: some settings only make sense together
 * @throws TillrollError BAD_REQUEST with all faults, an unknown setting among them
 */
export function readPrinterPatch(body: unknown, current: PrinterSettings): Partial<PrinterSettings> {
  const list = new IssueList();
  const patch = readSettings(body, list);
  checkTogether({ ...current, ...patch }, list);
  throwIfAny(list.issues);
  return patch;
}

function readSettings(body: unknown, list: IssueList): Partial<PrinterSettings> {
  if (!isJsonObject(body)) {
    throw badRequest([{ path: "", message: `The body must be a JSON object, not ${nameOfType(body)}.` }]);
  }
  refuseUnknownFields(body, "", PRINTER_SETTINGS, list);
  return Object.fromEntries(
    PRINTER_SETTINGS.filter((name) => Object.hasOwn(body, name)).map((name) => [
      name,
      read(body, name, list),
    ]),
  );
}

function read(body: JsonObject, name: keyof PrinterSettings, list: IssueSink): unknown {
  return CHECKS[name](fieldOf(body, name), name, list);
}

function checkTogether({ passThrough, target, rawPort, eposPort }: PrinterSettings, list: IssueSink): void {
  if (passThrough && target?.startsWith("tcp:") !== true)
    list.add("passThrough", "needs a target such as tcp://192.168.1.50:9100.");
  if (rawPort !== null && rawPort === eposPort) list.add("eposPort", "must be another port than rawPort.");
}

/** A setting that `null` takes away. */
function orNull<Value>(check: Check<Value | null>): Check<Value | null> {
  return (value, path, list) => (value === null ? null : check(value, path, list));
}

const NAME = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,${PRINTER_LIMITS.nameCharacters - 1}}$`);

function checkName(value: unknown, path: string, list: IssueSink): string {
  if (typeof value === "string" && NAME.test(value)) return value;
  const length = `1 to ${PRINTER_LIMITS.nameCharacters}`;
  list.add(path, `must have ${length} of the characters A-Z a-z 0-9 . _ - and begin with a letter or digit.`);
  return "";
}

/** Printable ASCII: it is what GS I answers with. */
function checkModel(value: unknown, path: string, list: IssueSink): string {
  const model = checkText(value, path, { minimum: 1, maximum: PRINTER_LIMITS.modelCharacters }, list) ?? "";
  if (!/^[\x20-\x7e]*$/.test(model)) list.add(path, "must be printable ASCII.");
  return model;
}

function checkTagMap(value: unknown, list: IssueSink): string {
  const tags = new Map<string, string>();
  if (value === null) return "{}";
  if (!isJsonObject(value)) {
    list.add("tag", `must be an object of strings, not ${nameOfType(value)}.`);
    return "{}";
  }
  const entries = Object.entries(value);
  checkTagCount(entries.length + OWN_TAGS, list);
  checkTags(entries, tags, list);
  return tagToJson(tags);
}

/** Room for the tags that the protocols put on prints. */
const OWN_TAGS = 10;

function checkAllow(value: unknown, path: string, list: IssueSink): readonly string[] {
  const blocks = checkList(value, path, PRINTER_LIMITS.allowedBlocks, list);
  for (const [index, block] of blocks.entries()) {
    if (!isAddressBlock(block))
      list.add(`${path}.${index}`, "must be an address or a CIDR block such as 192.168.1.0/24.");
  }
  return blocks;
}

function checkOrigins(value: unknown, path: string, list: IssueSink): readonly string[] {
  const given = checkList(value, path, PRINTER_LIMITS.allowedOrigins, list);
  const origins = given.map((text, index) => {
    const origin = readOrigin(text);
    if (origin === null) list.add(`${path}.${index}`, originAdvice(text));
    return origin ?? "";
  });
  return [...new Set(origins)];
}

function originAdvice(text: string): string {
  if (text === "null")
    return "must be an origin; pages that have none (null) cannot be told apart, nor allowed.";
  return "must be an origin such as https://pos.example: a scheme, a host, and a port if it is not the usual one.";
}

function checkProtocols(value: unknown, path: string, list: IssueSink): PrinterSettings["protocols"] {
  const names = checkList(value, path, PRINTER_PROTOCOLS.length, list);
  for (const [index, name] of names.entries()) checkChoice(name, `${path}.${index}`, PRINTER_PROTOCOLS, list);
  return PRINTER_PROTOCOLS.filter((protocol) => names.includes(protocol));
}

function checkList(value: unknown, path: string, maximum: number, list: IssueSink): readonly string[] {
  if (Array.isArray(value) && value.length <= maximum && value.every((entry) => typeof entry === "string"))
    return value;
  list.add(path, `must be an array of at most ${maximum} strings.`);
  return [];
}

function checkAddress(value: unknown, path: string, list: IssueSink): string | null {
  if (typeof value === "string" && isAddressBlock(value) && !value.includes("/")) return value;
  list.add(path, "must be an IP address of this machine.");
  return null;
}

function checkPort(value: unknown, path: string, list: IssueSink): number | null {
  return checkInteger(value, path, 1, PRINTER_LIMITS.largestPort, list);
}

function checkBoolean(value: unknown, path: string, list: IssueSink): boolean {
  if (typeof value !== "boolean") list.add(path, `must be true or false, not ${nameOfType(value)}.`);
  return value === true;
}

function checkChoice<Word extends string>(
  value: unknown,
  path: string,
  words: readonly Word[],
  list: IssueSink,
): Word | null {
  const word = words.find((known) => known === value);
  if (word === undefined) list.add(path, `must be one of ${words.join(", ")}.`);
  return word ?? null;
}
