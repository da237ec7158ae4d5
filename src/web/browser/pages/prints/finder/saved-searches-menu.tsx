import { useEffect, useState } from "preact/hooks";
import { lazy } from "../../../app/lazy.tsx";
import { may } from "../../../app/session.ts";
import { Icon } from "../../../design/icon.tsx";
import { Menu } from "../../../design/menu.tsx";
import { t } from "../../../texts/texts.ts";
import { readSavedSearches, savedSearches } from "./saved-searches.ts";

const SaveDialog = lazy(() => import("./finder-dialogs.ts").then((file) => file.SaveDialog));
const ManageDialog = lazy(() => import("./finder-dialogs.ts").then((file) => file.ManageDialog));

interface SavedSearchesProps {
  readonly slug: string;
  readonly text: string;
  onSearch(text: string): void;
}

/** The searches that have a name, and saving one. */
export function SavedSearchesMenu({ slug, text, onSearch }: SavedSearchesProps) {
  const [open, setOpen] = useState<"save" | "manage" | null>(null);
  const saved = savedSearches(slug);
  useEffect(() => void readSavedSearches(slug).catch(() => {}), [slug]);
  const isWritten = text.trim() !== "";
  const items = [
    ...saved.map(({ name, query }) => ({
      name,
      isChecked: query.trim() === text.trim(),
      onChoose: () => onSearch(query),
    })),
    ...(may("write") && isWritten
      ? [{ name: t("finder.saved.save"), icon: "plus" as const, onChoose: () => setOpen("save") }]
      : []),
    ...(may("write") && saved.length > 0
      ? [{ name: t("finder.saved.manage"), icon: "pencil" as const, onChoose: () => setOpen("manage") }]
      : []),
  ];
  // Without anything to offer there is no button.
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t("finder.savedSearches")} items={items}>
        <Icon name="bookmark" />
        <span class="spoken">{t("finder.savedSearches")}</span>
      </Menu>
      {open === "save" ? <SaveDialog slug={slug} text={text} onClose={() => setOpen(null)} /> : null}
      {open === "manage" ? <ManageDialog slug={slug} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
