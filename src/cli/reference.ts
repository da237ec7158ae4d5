import { COMPARISON_LIMITS } from "../compare/limits.ts";
import type { VerdictAnswer } from "../contract/comparison.ts";
import type { ReferenceAnswer, ReferencesAnswer } from "../contract/reference.ts";
import { TillrollError } from "../domain/errors.ts";
import { type Command, DATA_OPTION, forTerminal, print, table, WORKSPACE_OPTION } from "./command.ts";
import { printIdOf } from "./compared-source.ts";
import { comparisonLines, showsColours } from "./comparison-text.ts";
import { EXIT_DIFFERENT, IGNORE_OPTIONS } from "./diff.ts";
import { type GivenOptions, lineOnly, UsageError } from "./options.ts";
import { answerOf, CLIENT_OPTIONS, clientOf, type ServiceClient } from "./service-client.ts";

const OPTIONS = [DATA_OPTION, WORKSPACE_OPTION, ...CLIENT_OPTIONS];

/** Prints that were approved, and whether what is printed now is still the same. */
export const REFERENCE_COMMANDS: readonly Command[] = [
  {
    name: "reference approve",
    parameters: "PRINT",
    summary:
      "Approve a print (id:123, id:latest, or label:NAME for the newest one of a label) as the reference of its label.",
    options: [
      ...OPTIONS,
      ...lineOnly([
        { name: "name", value: "NAME", help: "The reference's name; by default the print's label." },
      ]),
      ...IGNORE_OPTIONS,
    ],
    async run(given) {
      const client = await clientOf(given);
      const printId = await printIdOf(client, given.argument("PRINT to approve"));
      const name = given.filled("name") ?? (await labelOf(client, printId));
      const tolerance = given.integer("tolerance", 0, COMPARISON_LIMITS.toleranceDots);
      const json = {
        printId,
        ...(given.has("ignore") && { ignore: given.all("ignore") }),
        ...(tolerance !== null && { tolerance }),
      };
      const response = await client.send(referencePath(client, name), { method: "PUT", json });
      print(tableOf([await answerOf<ReferenceAnswer>(client, response, (answer) => "approvedAt" in answer)]));
    },
  },
  {
    name: "reference list",
    summary: "List the references.",
    options: [...OPTIONS, ...lineOnly([{ name: "json", help: "As JSON." }])],
    async run(given) {
      const references = await listOf(await clientOf(given));
      print(given.has("json") ? JSON.stringify(references) : tableOf(references));
    },
  },
  {
    name: "reference remove",
    parameters: "NAME",
    summary: "Remove a reference; no print goes.",
    options: OPTIONS,
    async run(given) {
      const client = await clientOf(given);
      const name = given.argument("NAME of the reference");
      const response = await client.send(referencePath(client, name), { method: "DELETE" });
      await answerOf(client, response, (answer) => "approvedAt" in answer);
      print(`The reference ${forTerminal(name)} is removed.`);
    },
  },
  {
    name: "reference check",
    parameters: "[NAME…]",
    summary:
      "Compare the newest print of each label with its reference, or of the labels given; ends with 0 when all are the same, 1 when " +
      "one differs, 2 when there is nothing to compare.",
    options: [
      ...OPTIONS,
      ...lineOnly([
        {
          name: "print",
          value: "PRINT",
          help: "This print, such as id:latest, instead of the newest of the label.",
        },
        { name: "commands", help: "Tell also of commands that differ without changing the paper." },
        { name: "json", help: "Write the verdicts as JSON." },
      ]),
    ],
    async run(given) {
      try {
        return await check(given);
      } catch (error) {
        // Another exit code than that of papers that differ.
        if (error instanceof TillrollError) throw new UsageError(error.message);
        throw error;
      }
    },
  },
];

function referencePath({ slug }: ServiceClient, name: string): string {
  return `/workspace/${slug}/references/${encodeURIComponent(name)}`;
}

async function listOf(client: ServiceClient): Promise<ReferenceAnswer[]> {
  const response = await client.send(`/workspace/${client.slug}/references`);
  return (await answerOf<ReferencesAnswer>(client, response, (answer) => "items" in answer)).items;
}

async function labelOf(client: ServiceClient, printId: number): Promise<string> {
  const response = await client.send(`/workspace/${client.slug}/prints/${printId}`);
  const { label } = await answerOf<{ label: string | null }>(client, response, (answer) => "label" in answer);
  if (label === null || label === "") throw new UsageError(`Print ${printId} has no label; give a --name.`);
  return label;
}

function tableOf(references: readonly ReferenceAnswer[]): string {
  const headings = ["NAME", "PRINT", "APPROVED", "BY", "IGNORED"];
  return table(
    headings,
    references.map(({ name, printId, approvedAt, approvedBy, ignore }) => [
      name,
      String(printId),
      approvedAt,
      approvedBy,
      ignore.join(" "),
    ]),
  );
}

/** @returns the exit code */
async function check(given: GivenOptions): Promise<number> {
  const client = await clientOf(given);
  const named = given.argumentsGiven;
  const names = named.length > 0 ? named : (await listOf(client)).map(({ name }) => name);
  if (names.length === 0) throw new UsageError("There is no reference; approve a print first.");
  const wanted = given.filled("print");
  if (wanted !== null && names.length > 1)
    throw new UsageError("Give the NAME of the reference for --print.");
  const printId = wanted === null ? null : await printIdOf(client, wanted);
  const verdicts: VerdictAnswer[] = [];
  for (const name of names) verdicts.push(await verdictOf(client, name, printId, given.has("commands")));
  if (given.has("json")) print(JSON.stringify(verdicts));
  else for (const verdict of verdicts) tell(verdict);
  if (verdicts.some(({ verdict }) => verdict === "different")) return EXIT_DIFFERENT;
  const missing = verdicts.find(({ verdict }) => verdict === "none");
  if (missing !== undefined) throw new UsageError(`There is no print with the label "${missing.reference}".`);
  return 0;
}

async function verdictOf(
  client: ServiceClient,
  name: string,
  printId: number | null,
  commands: boolean,
): Promise<VerdictAnswer> {
  const query = new URLSearchParams({ commands: String(commands) });
  if (printId !== null) query.set("reference", name);
  const path = printId === null ? referencePath(client, name) : `/workspace/${client.slug}/prints/${printId}`;
  const response = await client.send(`${path}/verdict?${query}`);
  return answerOf<VerdictAnswer>(client, response, (answer) => "verdict" in answer);
}

function tell({ verdict, reference, printId, comparison }: VerdictAnswer): void {
  const name = forTerminal(reference ?? "");
  if (comparison === null) print(`${name}: no print`);
  else {
    print(`${name}: ${verdict} (print ${printId})`);
    const names = { a: `reference:${name}`, b: `id:${printId}` };
    const isQuiet = verdict === "same" && (comparison.commands ?? []).length === 0;
    if (!isQuiet) for (const line of comparisonLines(comparison, names, showsColours())) print(line);
  }
}
