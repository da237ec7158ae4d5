import type { ShopAnswer } from "../../../../contract/shop.ts";
import { workspaces } from "../../app/session.ts";
import { get } from "../../client/request.ts";
import { useAnswer } from "../../client/use-answer.ts";
import type { Choice } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";

/** What a role or a token is for in an archive: one workspace, the shops of a group, or all where neither is given. */
export interface Place {
  readonly workspace?: string | null;
  readonly group?: string | null;
}

/* How places are told apart in a list of choices. */
const ALL = "all";
const WORKSPACE = "workspace:";
const GROUP = "group:";

/** A place as it is chosen. */
export function choiceOf({ workspace = null, group = null }: Place): string {
  if (workspace !== null) return WORKSPACE + workspace;
  return group === null ? ALL : GROUP + group;
}

/** A choice as the service takes it. */
export function placeOf(choice: string): Place {
  if (choice.startsWith(WORKSPACE)) return { workspace: choice.slice(WORKSPACE.length) };
  return choice.startsWith(GROUP) ? { group: choice.slice(GROUP.length) } : {};
}

/** What a place is called. */
export function placeName({ workspace = null, group = null }: Place): string {
  return workspace ?? (group === null ? t("people.allWorkspaces") : t("people.groupOf", { group }));
}

/** All places of an archive to choose from. @param chosen those that are among them, whether there are such shops or not */
export function usePlaces(chosen: readonly string[]): readonly Choice<string>[] {
  const { answer } = useAnswer(
    (end) => get<{ readonly items: readonly ShopAnswer[] }>("/api/shops", end),
    [],
  );
  const groups = [
    ...(answer?.items ?? []).flatMap(({ group }) => (group === "" ? [] : [group])),
    ...chosen.flatMap((choice) => placeOf(choice).group ?? []),
  ];
  const places: readonly Place[] = [
    {},
    ...[...new Set(groups)].toSorted().map((group) => ({ group })),
    ...workspaces.value.map(({ slug }) => ({ workspace: slug })),
  ];
  return places.map((place) => ({ value: choiceOf(place), name: placeName(place) }));
}
