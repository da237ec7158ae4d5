import type { PersonAnswer } from "../../../../contract/person.ts";
import { t } from "../../texts/texts.ts";
import { placeName } from "./places.ts";

/** The workspaces where a person is something; with the role, where that is not the same everywhere. */
export function grantedPlaces(person: Pick<PersonAnswer, "grants" | "role">): string {
  const { grants, role } = person;
  return grants
    .map((grant) => {
      const place = placeName(grant);
      return grant.role === role ? place : `${place} (${t(`people.role.${grant.role}`)})`;
    })
    .join(", ");
}
