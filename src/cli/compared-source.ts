import { existsSync } from "node:fs";
import type { ReferenceAnswer } from "../contract/reference.ts";
import { TillrollError } from "../domain/errors.ts";
import type { PrinterChoice } from "../escpos/models/printer-of-print.ts";
import { readInput } from "./command.ts";
import { answerOf, type ServiceClient } from "./service-client.ts";

/** What is compared: bytes, and what is known of them. */
export interface ComparedSource {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The printer that it is shown on; `null` where nothing says it, as of a file. */
  readonly printer: PrinterChoice | null;
  /** Of a reference: what does not count. */
  readonly ignore: readonly string[];
  readonly tolerance: number;
}

/** The forms of what can be compared, for the help. */
export const SOURCE_FORMS =
  "a file (- for standard input), a print (id:123, or SLUG/123 of another workspace; id:latest), the newest print of a label " +
  "(label:NAME), or a reference (reference:NAME)";

/** Reads what a command is to compare; the service is asked for only where it is needed. @throws TillrollError */
export async function readSource(
  text: string,
  client: () => Promise<ServiceClient>,
): Promise<ComparedSource> {
  const [, form, rest = ""] = /^(id|label|reference):(.+)$/s.exec(text) ?? [];
  if (form === "reference") return readReference(rest, await client());
  if (form !== undefined) {
    const service = await client();
    return readPrint(text, service, service.slug, await printIdOf(service, `${form}:${rest}`));
  }
  const [, slug, id] = /^([A-Za-z0-9-]{1,63})\/(\d{1,16})$/.exec(text) ?? [];
  // A file of this name is meant before a print is.
  if (slug !== undefined && !existsSync(text)) return readPrint(text, await client(), slug, Number(id));
  return { name: text, bytes: await readInput(text), printer: null, ignore: [], tolerance: 0 };
}

/** The id of the print that `id:123`, `id:latest` or `label:NAME` names. @throws TillrollError NOT_FOUND */
export async function printIdOf(client: ServiceClient, text: string): Promise<number> {
  const [, form, rest = ""] = /^(id|label):(.+)$/s.exec(text) ?? [];
  if (form === "id" && /^\d{1,16}$/.test(rest)) return Number(rest);
  const isLatest = form === "id" && rest === "latest";
  if (form === undefined || (form === "id" && !isLatest))
    throw new TillrollError("BAD_REQUEST", `"${text}" is no print; give id:123, id:latest or label:NAME.`);
  const json = { pageSize: 1, orderBy: "id.desc", ...(isLatest ? {} : { label: rest }) };
  const response = await client.send(`/workspace/${client.slug}/prints/search`, { method: "POST", json });
  const { items } = await answerOf<{ items: { id: number }[] }>(
    client,
    response,
    (answer) => "items" in answer,
  );
  const [newest] = items;
  if (newest !== undefined) return newest.id;
  const what = isLatest ? "There is no print yet." : `There is no print with the label "${rest}".`;
  throw new TillrollError("NOT_FOUND", what);
}

async function readPrint(
  name: string,
  client: ServiceClient,
  slug: string,
  id: number,
): Promise<ComparedSource> {
  const path = `/workspace/${slug}/prints/${id}`;
  const bytes = await bytesOf(client, `${path}/raw`);
  const printer = await answerOf<PrinterChoice>(client, await client.send(`${path}/paper`), () => true);
  return { name, bytes, printer, ignore: [], tolerance: 0 };
}

async function readReference(name: string, client: ServiceClient): Promise<ComparedSource> {
  const path = `/workspace/${client.slug}/references/${encodeURIComponent(name)}`;
  const reference = await answerOf<ReferenceAnswer>(
    client,
    await client.send(path),
    (answer) => "approvedAt" in answer,
  );
  const { ignore, tolerance } = reference;
  const printer = reference.printer as PrinterChoice;
  return {
    name: `reference:${name}`,
    bytes: await bytesOf(client, `${path}/raw`),
    printer,
    ignore,
    tolerance,
  };
}

async function bytesOf(client: ServiceClient, path: string): Promise<Uint8Array> {
  const response = await client.send(path);
  if (response.ok) return response.bytes();
  return answerOf(client, response, () => false);
}
