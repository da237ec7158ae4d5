import { findInstance } from "../archive/instance-note.ts";
import { text } from "../configuration/value-kinds.ts";
import { SCOPES } from "../domain/scope.ts";
import { SIGN_IN_PATH } from "../domain/token.ts";
import { archiveFolderOf, databaseOf, FINDING_DATABASE } from "./archive-options.ts";
import { type Command, print } from "./command.ts";
import { HTTP_PORT } from "./listening-options.ts";
import { type GivenOptions, UsageError } from "./options.ts";
import { expiryOf, scopesOf } from "./token.ts";

const ADDRESS = {
  name: "address",
  value: "URL",
  help: "Where browsers find the archive; the instance of this machine if not given.",
  kind: text("an address such as https://archive.example", "https://archive.example"),
  default: null,
} as const;

/** Getting into an archive: done in its database, whether an instance runs or not. */
export const ARCHIVE_ACCESS_COMMANDS: readonly Command[] = [
  {
    name: "archive sign-in",
    summary: "Make a one-time link for signing in to an archive's dashboard.",
    ...FINDING_DATABASE,
    options: [...FINDING_DATABASE.options, ADDRESS, HTTP_PORT],
    sharedOptions: [...FINDING_DATABASE.sharedOptions, HTTP_PORT],
    async run(given) {
      const { makeSignInCode } = await access();
      const code = await makeSignInCode(databaseOf(given));
      print(`${addressOf(given).replace(/\/+$/, "")}${SIGN_IN_PATH}${code}`);
    },
  },
  {
    name: "archive token create",
    summary: "Make an API token for an archive and print it, this once.",
    ...FINDING_DATABASE,
    options: [
      ...FINDING_DATABASE.options,
      {
        name: "workspace",
        value: "SLUG",
        help: "The one workspace that it is for; all of them if not given.",
      },
      { name: "group", value: "NAME", help: "The group of shops that it is for, instead of one workspace." },
      { name: "scopes", value: "LIST", help: `Any of ${SCOPES.join(",")}; by default read,write.` },
      { name: "name", value: "N", help: "What it is for, to tell it from others." },
      { name: "expires", value: "ISO", help: "When it ends, such as 2027-01-31; by default never." },
    ],
    async run(given) {
      const { makeToken } = await access();
      print(await makeToken(databaseOf(given), tokenOf(given)));
    },
  },
];

/** Where browsers find the archive: as is said, else where the instance of the folder is, or would be by its own option. */
function addressOf(given: GivenOptions): string {
  const said = given.value(ADDRESS) ?? findInstance(archiveFolderOf(given))?.address;
  return said ?? `http://localhost:${given.value(HTTP_PORT)}`;
}

/** @throws UsageError */
function tokenOf(given: GivenOptions) {
  const [workspace, shopGroup] = [given.filled("workspace"), given.filled("group")];
  if (workspace !== null && shopGroup !== null)
    throw new UsageError("Give --workspace or --group, not both.");
  return {
    workspace,
    shopGroup,
    scopes: scopesOf(given),
    name: given.text("name") ?? "",
    expiresAt: expiryOf(given),
  };
}

/** Loaded here: no other command needs PostgreSQL. */
function access(): Promise<typeof import("../archive/archive-access.ts")> {
  return import("../archive/archive-access.ts");
}
