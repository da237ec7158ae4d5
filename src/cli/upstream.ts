import {
  MINIMUM_BYTES_PER_SECOND,
  type UpstreamAnswer,
  type UpstreamPullAnswer,
} from "../contract/joined-archive.ts";
import { TillrollError } from "../domain/errors.ts";
import { readSize } from "../domain/size.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, counted, DATA_OPTION, print, WORKSPACE_OPTION } from "./command.ts";
import { type GivenOptions, lineOnly, UsageError } from "./options.ts";
import { answeringService, bearer } from "./running.ts";

/** The archive that prints go to, through the running service. */
export const UPSTREAM_COMMANDS: readonly Command[] = [
  {
    name: "upstream join",
    parameters: "URL CODE",
    summary:
      "Send all prints of a workspace to the archive of a chain, by the address and the code that it has given; the service must be running.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      ...lineOnly([
        { name: "limit", value: "SIZE", help: "Send no more a second, such as 150KB." },
        { name: "insecure", help: "Take an address with http://: whoever is on the way reads all prints." },
      ]),
    ],
    async run(given) {
      const [url, code, ...more] = given.argumentsGiven;
      if (url === undefined || code === undefined || more.length > 0)
        throw new UsageError("Give the URL of the archive and the CODE, as the archive has told them.");
      const body = { url, code, bytesPerSecond: limitOf(given), insecure: given.has("insecure") };
      const { archive } = await send<UpstreamAnswer>(given, "PUT", "", body);
      print(`Joined ${archive?.url ?? url} as "${archive?.workspace ?? ""}": prints go there from now on.`);
    },
  },
  {
    name: "upstream limit",
    parameters: "SIZE",
    summary:
      "Send no more than so much a second, such as 150KB, to the archive from now on; none: as much as goes.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      const [text, ...more] = given.argumentsGiven;
      if (text === undefined || more.length > 0)
        throw new UsageError("Give the SIZE that is sent a second at most, such as 150KB, or none.");
      const bytesPerSecond = text === "none" ? null : readLimit(text, "The SIZE");
      await send<UpstreamAnswer>(given, "PATCH", "", { bytesPerSecond });
      print(
        bytesPerSecond === null
          ? "There is no limit."
          : `At most ${counted(bytesPerSecond, "byte")} a second are sent.`,
      );
    },
  },
  {
    name: "upstream status",
    summary:
      "Tell which archive prints go to, and how far they have got; exit code 1 where something is wrong.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      const { archive } = await send<UpstreamAnswer>(given, "GET", "");
      if (archive === null) print("Prints are sent to no archive.");
      return archive === null ? 0 : tell(archive);
    },
  },
  {
    name: "upstream leave",
    summary: "Send no prints to the archive any more; what is there stays there.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      await send<UpstreamAnswer>(given, "DELETE", "");
      print("Prints are sent to no archive.");
    },
  },
  {
    name: "upstream pull",
    summary:
      "Get the prints back that were lost and that the archive has, of a shop that was installed anew or restored; before anything is printed.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      const { prints } = await send<UpstreamPullAnswer>(given, "POST", "/pull", {});
      print(`${counted(prints, "print")} came back.`);
    },
  },
];

/** @returns bytes a second; `null` where none was given @throws UsageError */
function limitOf(given: GivenOptions): number | null {
  const text = given.text("limit");
  return text === null ? null : readLimit(text, "--limit");
}

/** @returns bytes a second @throws UsageError */
function readLimit(text: string, name: string): number {
  const bytes = readSize(text);
  if (bytes === null || bytes < MINIMUM_BYTES_PER_SECOND)
    throw new UsageError(`${name} must be a size such as 150KB, from 1KiB up, not "${text}".`);
  return bytes;
}

async function send<Answer>(
  given: GivenOptions,
  method: "GET" | "PUT" | "PATCH" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Answer> {
  const service = await answeringService(given);
  if (service === null)
    throw new TillrollError(
      "STORAGE_UNAVAILABLE",
      'No service runs on this data folder. Start it with "tillroll serve".',
    );
  const slug = encodeURIComponent(given.text("workspace") ?? DEFAULT_WORKSPACE);
  const headers = { ...bearer(service), "Content-Type": "application/json" };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${service.address}/api/workspace/${slug}/upstream${path}`, sent);
  const answer = (await response.json()) as Answer & { readonly message?: string };
  if (response.ok) return answer;
  throw new TillrollError("UNKNOWN", answer.message ?? `The service answered ${response.status}.`);
}

/** @returns the exit code */
function tell(archive: NonNullable<UpstreamAnswer["archive"]>): number {
  const { url, workspace, joinedAt, contactedAt, prints, backlog, bytesPerSecond, trouble, clonedAt } =
    archive;
  print(`Archive       ${url}`);
  print(`Workspace     ${workspace ?? "not joined yet"}`);
  print(`Joined        ${joinedAt ?? "-"}`);
  print(`Last contact  ${contactedAt ?? "-"}`);
  print(`Sent          ${counted(prints, "print")}`);
  print(`Waiting       ${counted(backlog.prints, "print")}, ${counted(backlog.changes, "change")}`);
  if (backlog.since !== null) print(`Since         ${backlog.since}`);
  if (bytesPerSecond !== null) print(`Limit         ${counted(bytesPerSecond, "byte")} a second`);
  if (trouble !== null) print(`Trouble       ${trouble}`);
  if (clonedAt !== null)
    print(`Trouble       Another copy of this shop has sent with its key, last ${clonedAt}.`);
  return trouble === null && clonedAt === null && workspace !== null ? 0 : 1;
}
