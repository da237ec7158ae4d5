import { archiveAddress, joinCommand } from "../domain/archive-address.ts";
import { SHOP_LIMITS } from "../domain/shop-limits.ts";
import { text, type ValueKind } from "../configuration/value-kinds.ts";
import { formatInstant } from "../domain/instant.ts";
import { WORKSPACE_LIMITS } from "../domain/limits.ts";
import type { ListedShop } from "../domain/shop.ts";
import { isSlug } from "../domain/workspace.ts";
import { archiveFolderOf, databaseOf, FINDING_DATABASE } from "./archive-options.ts";
import { type Command, counted, print, table } from "./command.ts";
import { type GivenOptions, UsageError } from "./options.ts";

const ARCHIVE_ADDRESS: ValueKind<string> = {
  ...text("an address such as https://archive.example:9443", "https://archive.example"),
  read(given) {
    const url = URL.parse(given);
    const isOurs = url !== null && /^https?:$/.test(url.protocol) && url.hash === "";
    return isOurs ? given.replace(/\/+$/, "") : undefined;
  },
};

const ADDRESS = {
  name: "address",
  value: "URL",
  help: "Where shops find the archive, such as https://archive.example.",
  kind: ARCHIVE_ADDRESS,
  default: null,
} as const;

const PARAMETER = "SLUG, the workspace of the shop";

/** The shops of an archive: done in its database, whether an instance runs or not. */
export const ARCHIVE_SHOP_COMMANDS: readonly Command[] = [
  {
    name: "archive enrol",
    parameters: "SLUG",
    summary: "Make a code by which a shop joins an archive.",
    ...FINDING_DATABASE,
    options: [
      // By the certificate in the instance's folder shops know the archive.
      ...FINDING_DATABASE.options,
      ADDRESS,
      { name: "group", value: "NAME", help: "The group of shops that it belongs to, such as north." },
    ],
    async run(given) {
      const slug = slugOf(given);
      const group = groupOf(given);
      const { authorityFingerprint, enrolShop } = await shops();
      const { code, expiresAt } = await enrolShop(databaseOf(given), slug, group);
      const address = given.value(ADDRESS);
      const folder = archiveFolderOf(given);
      const fingerprint = authorityFingerprint(folder);
      const where = archiveAddress(address ?? "URL", fingerprint);
      print(`Type this at the shop, until ${formatInstant(expiresAt)}:`);
      print("");
      print(`  ${joinCommand(where, code)}`);
      if (address === null) print("\nURL is where the shop finds this archive; --address puts it in.");
      else if (fingerprint === null && address.startsWith("https:"))
        print(
          `\nThere is no certificate of an instance in ${folder}, so that the address has no pin. Unless a public authority ` +
            "vouches for the archive, name the folder of the instance with --data.",
        );
    },
  },
  {
    name: "archive revoke",
    parameters: "SLUG",
    summary: "Take the key of a shop away: it sends nothing any more.",
    ...FINDING_DATABASE,
    async run(given) {
      const slug = given.argument(PARAMETER);
      await (await shops()).revokeShopOf(databaseOf(given), slug);
      print(`The shop ${slug} is shut out.`);
    },
  },
  {
    name: "archive rotate",
    parameters: "SLUG",
    summary: "Give a shop another key, with its next hello.",
    ...FINDING_DATABASE,
    async run(given) {
      const slug = given.argument(PARAMETER);
      await (await shops()).rotateShopOf(databaseOf(given), slug);
      print(`The shop ${slug} gets another key within a minute.`);
    },
  },
  {
    name: "archive shops",
    summary: "List the shops of an archive, and how they get on.",
    ...FINDING_DATABASE,
    async run(given) {
      print(describe(await (await shops()).allShops(databaseOf(given))));
    },
  },
];

function slugOf(given: GivenOptions): string {
  const slug = given.argument(PARAMETER);
  if (isSlug(slug)) return slug;
  const length = `1 to ${WORKSPACE_LIMITS.slugCharacters}`;
  throw new UsageError(`"${slug}" cannot be a slug: use ${length} of the letters A-Z a-z, digits and "-".`);
}

function groupOf(given: GivenOptions): string | null {
  const group = given.text("group");
  const most = SHOP_LIMITS.groupCharacters;
  if (group !== null && [...group].length > most)
    throw new UsageError(`--group must have at most ${most} characters.`);
  return group;
}

function describe(all: readonly ListedShop[]): string {
  const rows = all.map((shop) => [
    shop.workspace,
    shop.group === "" ? "-" : shop.group,
    shop.isCloned ? `${shop.state}, cloned` : shop.state,
    shop.lastSeenAt === null ? "-" : formatInstant(shop.lastSeenAt),
    shop.backlog === null ? "-" : String(shop.backlog),
    shop.clockAheadMilliseconds === null ? "-" : clockOf(shop.clockAheadMilliseconds),
    shop.version ?? "-",
    troublesOf(shop).join(" ") || "-",
  ]);
  return table(["SHOP", "GROUP", "STATE", "SEEN", "BEHIND", "CLOCK", "VERSION", "TROUBLES"], rows);
}

/** Seconds with a tenth; what rounds to none has no sign. */
function clockOf(aheadMilliseconds: number): string {
  return `${(Math.round(aheadMilliseconds / 100) / 10).toFixed(1)} s`;
}

function troublesOf({ troubles, wantedPrints }: ListedShop): readonly string[] {
  if (wantedPrints === 0) return troubles;
  return [...troubles, `${counted(wantedPrints, "print")} came damaged.`];
}

/** Loaded here: no other command needs PostgreSQL. */
function shops(): Promise<typeof import("../archive/shop-commands.ts")> {
  return import("../archive/shop-commands.ts");
}
