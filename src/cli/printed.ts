import type { PrintedAnswer } from "../contract/delivery.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, DATA_OPTION, forTerminal, print as printLine } from "./command.ts";
import { UsageError } from "./options.ts";
import { answerOf, CLIENT_OPTIONS, clientOf } from "./service-client.ts";

const FORMATS = ["text", "json"] as const;

/** The exit codes, by what the answer is: a script need not read it. */
const EXIT_CODES: Readonly<Record<PrintedAnswer["printed"], number>> = {
  yes: 0,
  no: 1,
  unknown: 3,
  waiting: 4,
};

/** Says whether a print came out of the real printer. */
export const printed: Command = {
  name: "printed",
  parameters: "ID",
  summary:
    "Say whether a print came out of the real printer, and why: yes (exit code 0), no (1), unknown (3) or waiting (4).",
  options: [
    DATA_OPTION,
    { name: "workspace", value: "SLUG", help: `Workspace; by default "${DEFAULT_WORKSPACE}".` },
    ...CLIENT_OPTIONS,
    {
      name: "wait",
      value: "TIME",
      help: "Wait so long until that is decided, such as 30s; by default not at all.",
    },
    { name: "format", value: "F", help: `One of ${FORMATS.join(", ")}; by default text.` },
  ],
  async run(given) {
    const [id = ""] = given.argumentsGiven;
    if (!/^[1-9]\d{0,15}$/.test(id)) throw new UsageError("Give the id of a print, such as 12.");
    const wait = given.text("wait");
    const query = wait === null ? "" : `?${new URLSearchParams({ wait })}`;
    const client = await clientOf(given);
    const response = await client.send(`/workspace/${client.slug}/prints/${id}/deliveries${query}`);
    const answer = await answerOf<PrintedAnswer>(client, response, (found) => "printed" in found);
    printLine(
      given.choice("format", FORMATS) === "json"
        ? JSON.stringify(answer)
        : `${answer.printed}\t${forTerminal(answer.sentence)}`,
    );
    return EXIT_CODES[answer.printed];
  },
};
