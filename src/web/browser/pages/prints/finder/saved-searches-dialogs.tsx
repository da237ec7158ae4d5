import { useState } from "preact/hooks";
import type { SavedSearchAnswer } from "../../../../../contract/saved-search.ts";
import { attempt, toast } from "../../../app/notices.tsx";
import { Button, IconButton } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { Field } from "../../../design/field.tsx";
import { t } from "../../../texts/texts.ts";
import { changeSavedSearch, removeSavedSearch, savedSearches, saveSearch } from "./saved-searches.ts";

interface SaveDialogProps {
  readonly slug: string;
  readonly text: string;
  onClose(): void;
}

/** Gives a search a name. */
export function SaveDialog({ slug, text, onClose }: SaveDialogProps) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveSearch(slug, name, text.trim());
      toast(t("finder.saved.done", { name: name.trim() }));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("finder.saved.title")} onClose={onClose} isBusy={isBusy}>
      <p>{t("finder.saved.about")}</p>
      <p class="finder-written">{text}</p>
      <Field
        label={t("finder.saved.name")}
        value={name}
        onValue={setName}
        problem={problem}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // The form around it is the search.
          event.preventDefault();
          if (!isBusy) void save();
        }}
      />
      <DialogActions>
        <Button kind="main" isBusy={isBusy} disabled={name.trim() === ""} onClick={() => void save()}>
          {t("finder.saved.doSave")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Changes and removes saved searches. */
export function ManageDialog({ slug, onClose }: { readonly slug: string; onClose(): void }) {
  const saved = savedSearches(slug);
  return (
    <Dialog title={t("finder.savedSearches")} isWide onClose={onClose}>
      {saved.length === 0 ? <p>{t("finder.saved.none")}</p> : null}
      <ul class="finder-saved">
        {saved.map((search) => (
          <SavedSearchRow key={search.id} slug={slug} search={search} />
        ))}
      </ul>
      <div class="dialog-actions">
        <Button onClick={onClose}>{t("finder.saved.close")}</Button>
      </div>
    </Dialog>
  );
}

function SavedSearchRow({ slug, search }: { readonly slug: string; readonly search: SavedSearchAnswer }) {
  const { id } = search;
  // What is not typed here follows what others change.
  const [typed, setTyped] = useState<Partial<Pick<SavedSearchAnswer, "name" | "query">>>({});
  const { name, query } = { ...search, ...typed };
  const isChanged = name !== search.name || query !== search.query;
  const change = () =>
    attempt(async () => {
      await changeSavedSearch(slug, id, { name, query });
      // What was typed meanwhile is yet to be saved.
      setTyped((now) => (now === typed ? {} : now));
    });
  const remove = async () => {
    if (!(await attempt(() => removeSavedSearch(slug, id)))) return;
    toast(
      t("finder.saved.removed", { name: search.name }),
      () => void attempt(() => saveSearch(slug, search.name, search.query)),
    );
  };
  return (
    <li class="finder-saved-row">
      <Field
        label={t("finder.saved.name")}
        value={name}
        onValue={(value) => setTyped((now) => ({ ...now, name: value }))}
      />
      <Field
        label={t("finder.saved.query")}
        value={query}
        onValue={(value) => setTyped((now) => ({ ...now, query: value }))}
        spellcheck={false}
      />
      <IconButton
        icon="check"
        label={t("finder.saved.rename", { name: search.name })}
        disabled={!isChanged || name.trim() === ""}
        onClick={() => void change()}
      />
      <IconButton
        icon="trash"
        label={t("finder.saved.remove", { name: search.name })}
        onClick={() => void remove()}
      />
    </li>
  );
}
