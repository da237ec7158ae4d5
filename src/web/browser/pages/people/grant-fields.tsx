import type { GivenGrant, GrantAnswer } from "../../../../contract/grant.ts";
import { ROLE_NAMES, type Role } from "../../../../domain/rights.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import { choiceOf, placeOf, usePlaces } from "./places.ts";

/** What somebody is, and where: a place as it is chosen. */
export interface PlacedRole {
  readonly role: Role;
  readonly place: string;
}

/** What is chosen first. */
export const FIRST_ROLE: PlacedRole = { role: "viewer", place: choiceOf({}) };

/** The places of a person as they are chosen. */
export function placedRoles(grants: readonly GrantAnswer[]): readonly PlacedRole[] {
  return grants.map(({ role, ...place }) => ({ role, place: choiceOf(place) }));
}

/** The same as the service takes them. */
export function givenGrants(placed: readonly PlacedRole[]): readonly GivenGrant[] {
  return placed.map(({ role, place }) => ({ role, ...placeOf(place) }));
}

interface GrantFieldsProps {
  readonly placed: readonly PlacedRole[];
  readonly onPlaced: (placed: readonly PlacedRole[]) => void;
}

/** What somebody is in the workspaces and groups of an archive: one line for each. */
export function GrantFields({ placed, onPlaced }: GrantFieldsProps) {
  const places = usePlaces(placed.map(({ place }) => place));
  return (
    <fieldset class="people-grants">
      <legend class="field-label">{t("people.places")}</legend>
      {placed.map((one, index) => (
        <div key={index} class="people-grant">
          <Select
            label={t("people.roleAt", { n: index + 1 })}
            isLabelHidden
            choices={ROLE_NAMES.map((value) => ({ value, name: t(`people.role.${value}`) }))}
            value={one.role}
            onValue={(role) => onPlaced(placed.with(index, { ...one, role }))}
          />
          <Select
            label={t("people.placeAt", { n: index + 1 })}
            isLabelHidden
            choices={places}
            value={one.place}
            onValue={(place) => onPlaced(placed.with(index, { ...one, place }))}
          />
          {placed.length < 2 ? null : (
            <IconButton
              icon="cross"
              label={t("people.removePlace", { n: index + 1 })}
              onClick={() => onPlaced(placed.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      <Button kind="quiet" icon="plus" onClick={() => onPlaced([...placed, FIRST_ROLE])}>
        {t("people.addPlace")}
      </Button>
    </fieldset>
  );
}
