import { basename } from "node:path";
import { PRINT_OPTIONS } from "../contract/print-fields.ts";
import { TillrollError } from "../domain/errors.ts";
import { findService } from "../platform/running-service.ts";
import { systemCode } from "../platform/system-error.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, print as printLine, readInput } from "./command.ts";
import { dataFolderOf, hasData } from "./data.ts";
import { type GivenOptions, UsageError } from "./options.ts";

/** Stores files through the running service, as any client would. */
export const print: Command = {
  name: "print",
  parameters: "FILE…",
  summary: "Store files of ESC/POS or Star bytes through the running service (- for standard input).",
  options: [
    DATA_OPTION,
    { name: "workspace", value: "SLUG", help: `Workspace; by default "${DEFAULT_WORKSPACE}".` },
    {
      name: "url",
      value: "URL",
      help: "Address of the service; by default the one that runs on the data folder.",
    },
    {
      name: "ca",
      value: "FILE",
      help: 'The authority to trust at an https:// address, as "tillroll certificate export" writes it.',
    },
    { name: "token", value: "TOKEN", help: "API token; by default the running service's own." },
    ...PRINT_OPTIONS.map(({ option }) => option),
    { name: "tag", value: "KEY=VALUE", help: "A tag; may be given several times.", repeatable: true },
    { name: "test", help: "Store a built-in sample receipt instead of files, marked as a test print." },
  ],
  async run(given) {
    const files = given.argumentsGiven;
    if (given.has("test") === files.length > 0) throw new UsageError("Give the files to print, or --test.");
    const target = await targetOf(given);
    if (given.has("test")) {
      await store(target, "/test", null);
      return;
    }
    for (const file of files) await store(target, `?${queryOf(given, file)}`, await readInput(file));
  },
};

interface Target {
  readonly prints: string;
  readonly token: string;
  /** The authority to trust, PEM; `null` for those of the system. */
  readonly ca: string | null;
}

async function targetOf(given: GivenOptions): Promise<Target> {
  const folder = dataFolderOf(given);
  const running = findService(folder);
  const address = given.text("url") ?? running?.address;
  const token = given.text("token") ?? running?.localToken;
  if (address === undefined || token === undefined) {
    // Another user's folder may well have a service on it.
    hasData(folder);
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      'No service runs on this data folder. Start it with "tillroll serve", or give --url and --token.',
    );
  }
  if (!["http:", "https:"].includes(URL.parse(address)?.protocol ?? ""))
    throw new UsageError(`--url must be an address such as http://192.168.1.10:9180, not "${address}".`);
  // Anything else could not even be sent.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("--token is no token: those have letters, digits and a few signs only.");
  const slug = encodeURIComponent(given.text("workspace") ?? DEFAULT_WORKSPACE);
  const file = given.filled("ca");
  const ca = file === null ? null : new TextDecoder().decode(await readInput(file));
  return { prints: `${address.replace(/\/$/, "")}/api/workspace/${slug}/prints`, token, ca };
}

function queryOf(given: GivenOptions, file: string): URLSearchParams {
  const query = new URLSearchParams(given.all("tag").map((tag) => ["tag", tag]));
  if (file !== "-") query.set("label", basename(file));
  for (const { field, option } of PRINT_OPTIONS) {
    const value = given.text(option.name);
    if (value !== null) query.set(field, value);
  }
  if (query.get("label") === "") query.delete("label");
  return query;
}

/** Sends one print; prints its id and label when it is stored. */
async function store(target: Target, path: string, raw: Uint8Array<ArrayBuffer> | null): Promise<void> {
  const address = new URL(target.prints).origin;
  let response: Response;
  try {
    response = await fetch(target.prints + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${target.token}`, "Content-Type": "application/octet-stream" },
      body: raw,
      ...(target.ca === null ? {} : { tls: { ca: target.ca } }),
    });
  } catch (error) {
    if (isOfCertificate(error)) {
      const advice =
        'give the authority by --ca, as "tillroll certificate export" writes it there, and a name that it is for';
      throw new TillrollError("UNKNOWN", `The certificate of ${address} is not trusted; ${advice}.`);
    }
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      `No service answers at ${address}; start it with "tillroll serve".`,
    );
  }
  const answer = await answerOf(response);
  if (answer === null)
    throw new TillrollError("UNKNOWN", `What answers at ${address} is no Tillroll; check the address.`);
  if (!response.ok)
    throw new TillrollError("UNKNOWN", answer.message ?? `The service answered ${response.status}.`);
  printLine(`${answer.id}\t${answer.label ?? ""}`);
}

/** What OpenSSL and its kin call what is wrong with a certificate. */
const CERTIFICATE_CODES = /CERT|SIGNATURE|CONSTRAINT|ALTNAME|ISSUER|UNSPECIFIED|SUBTREE/;

function isOfCertificate(error: unknown): boolean {
  return CERTIFICATE_CODES.test(systemCode(error));
}

interface Answer {
  readonly id?: number;
  readonly label?: string | null;
  readonly message?: string;
}

/** What the service says; `null` when it is not what a Tillroll says. */
async function answerOf(response: Response): Promise<Answer | null> {
  try {
    const answer: unknown = await response.json();
    if (typeof answer !== "object" || answer === null) return null;
    return !response.ok || "id" in answer ? answer : null;
  } catch {
    return null;
  }
}
