import { basename } from "node:path";
import { PRINT_OPTIONS } from "../contract/print-fields.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, print as printLine, readInput } from "./command.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { answerOf, CLIENT_OPTIONS, clientOf, type ServiceClient } from "./service-client.ts";

/** Stores files through the running service, as any client would. */
export const print: Command = {
  name: "print",
  parameters: "FILE…",
  summary: "Store files of ESC/POS or Star bytes through the running service (- for standard input).",
  options: [
    DATA_OPTION,
    { name: "workspace", value: "SLUG", help: `Workspace; by default "${DEFAULT_WORKSPACE}".` },
    ...CLIENT_OPTIONS,
    ...PRINT_OPTIONS.map(({ option }) => option),
    { name: "tag", value: "KEY=VALUE", help: "A tag; may be given several times.", repeatable: true },
    { name: "test", help: "Store a built-in sample receipt instead of files, marked as a test print." },
  ],
  async run(given) {
    const files = given.argumentsGiven;
    if (given.has("test") === files.length > 0) throw new UsageError("Give the files to print, or --test.");
    const client = await clientOf(given);
    if (given.has("test")) {
      await store(client, "/test", null);
      return;
    }
    for (const file of files) await store(client, `?${queryOf(given, file)}`, await readInput(file));
  },
};

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

interface Stored {
  readonly id: number;
  readonly label: string | null;
}

/** Sends one print; prints its id and label when it is stored. */
async function store(
  client: ServiceClient,
  path: string,
  bytes: Uint8Array<ArrayBuffer> | null,
): Promise<void> {
  const response = await client.send(`/workspace/${client.slug}/prints${path}`, { method: "POST", bytes });
  const { id, label } = await answerOf<Stored>(client, response, (answer) => "id" in answer);
  printLine(`${id}\t${label ?? ""}`);
}
