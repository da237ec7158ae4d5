import type { GivenGrant, GrantAnswer } from "../../../../contract/grant.ts";
import type { ShopAnswer } from "../../../../contract/shop.ts";
import { ROLE_NAMES, type Role } from "../../../../domain/rights.ts";
import { workspaces } from "../../app/session.ts";
import { get } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import { Button, IconButton } from "../../design/button.tsx";
import { type Choice, Select } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";

/** What somebody is, and where: a place is a workspace, a group of shops, or all. */
export interface PlacedRole {
  readonly role: Role;
  readonly place: string;
}

/* How places are told apart in a list of choices. */
const ALL = "all";
const WORKSPACE = "workspace:";
const GROUP = "group:";

/** What is chosen first. */
export const FIRST_ROLE: PlacedRole = { role: "viewer", place: ALL };

/** The places of a person as they are chosen. */
export function placedRoles(grants: readonly GrantAnswer[]): readonly PlacedRole[] {
  return grants.map(({ role, workspace, group }) => {
    if (workspace !== null) return { role, place: WORKSPACE + workspace };
    return { role, place: group === null ? ALL : GROUP + group };
  });
}

/** The same as the service takes them. */
export function givenGrants(placed: readonly PlacedRole[]): readonly GivenGrant[] {
  return placed.map(({ role, place }) => {
    if (place.startsWith(WORKSPACE)) return { role, workspace: place.slice(WORKSPACE.length) };
    return place.startsWith(GROUP) ? { role, group: place.slice(GROUP.length) } : { role };
  });
}

interface GrantFieldsProps {
  readonly placed: readonly PlacedRole[];
  readonly onPlaced: (placed: readonly PlacedRole[]) => void;
}

/** What somebody is in the workspaces and groups of an archive: one line for each. */
export function GrantFields({ placed, onPlaced }: GrantFieldsProps) {
  const { answer } = useAnswer(
    (end) => get<{ readonly items: readonly ShopAnswer[] }>("/api/shops", end),
    [],
  );
  const groups = (answer?.items ?? []).flatMap(({ group }) => (group === null ? [] : [group]));
  const places = placesOf([...groups, ...groupsOf(placed)]);
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

function groupsOf(placed: readonly PlacedRole[]): readonly string[] {
  return placed.flatMap(({ place }) => (place.startsWith(GROUP) ? [place.slice(GROUP.length)] : []));
}

function placesOf(groups: readonly string[]): readonly Choice<string>[] {
  return [
    { value: ALL, name: t("people.allWorkspaces") },
    ...[...new Set(groups)]
      .toSorted()
      .map((group) => ({ value: GROUP + group, name: t("people.groupOf", { group }) })),
    ...workspaces.value.map(({ slug }) => ({ value: WORKSPACE + slug, name: slug })),
  ];
}
