import type { Role } from "../../../../domain/rights.ts";
import { isArchive } from "../../app/session.ts";
import { t } from "../../texts/texts.ts";

/** What a role may do here: an archive has no printers, and the prints of shops are changed there. */
export function roleWords(role: Role): string {
  if (role === "viewer" || !isArchive()) return t(`people.roleMay.${role}`);
  return t(`people.roleMayInArchive.${role}`);
}
