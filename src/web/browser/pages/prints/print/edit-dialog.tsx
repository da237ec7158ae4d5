import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import { PRINT_LIMITS } from "../../../../../domain/limits.ts";
import { patch, workspacePath } from "../../../client/request.ts";
import { Button, IconButton } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { Field } from "../../../design/field.tsx";
import { patchOf } from "../../../print.ts";
import { t } from "../../../texts/texts.ts";

interface EditDialogProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  readonly onSaved: (print: PrintAnswer) => void;
  readonly onClose: () => void;
}

/** A tag as it stands in the form; the number keeps a row what it is while others go. */
interface EditedTag {
  readonly number: number;
  readonly key: string;
  readonly value: string;
}

/** The form in which a print's label, device and tags are changed. */
export function EditDialog({ slug, print, onSaved, onClose }: EditDialogProps) {
  // What others add while it is open, such as tags that are recognised, is not in the form: it stays as it is.
  const [before] = useState(print);
  const [label, setLabel] = useState(print.label ?? "");
  const [deviceId, setDevice] = useState(print.deviceId ?? "");
  const [tags, setTags] = useState<readonly EditedTag[]>(() =>
    Object.entries(print.tag).map(([key, value], number) => ({ number, key, value })),
  );
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (tags.some(({ key, value }) => key === "" && value !== "")) {
      setProblem(t("print.everyTagNeedsKey"));
      return;
    }
    setBusy(true);
    try {
      const pairs = tags.map(({ key, value }) => [key, value] as const);
      const change = patchOf(before, { label, deviceId, tags: pairs });
      if (Object.keys(change).length > 0)
        onSaved(await patch<PrintAnswer>(workspacePath(slug, "prints", print.id), change));
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t("print.editTitle")} onClose={onClose} isBusy={isBusy}>
      <form
        id="edit-form"
        class="edit-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void save();
        }}
      >
        <Field
          id="edit-label"
          label={t("print.field.label")}
          value={label}
          onValue={setLabel}
          maxLength={PRINT_LIMITS.labelCharacters}
          autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Field
          id="edit-device"
          label={t("print.field.deviceId")}
          value={deviceId}
          onValue={setDevice}
          maxLength={PRINT_LIMITS.deviceIdCharacters}
          spellcheck={false}
        />
        <TagFields tags={tags} onTags={setTags} />
        <p id="edit-problem" class="field-problem" role="alert">
          {problem}
        </p>
        <DialogActions>
          <Button id="edit-save" kind="main" type="submit" isBusy={isBusy}>
            {t("print.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface TagFieldsProps {
  readonly tags: readonly EditedTag[];
  readonly onTags: (tags: readonly EditedTag[]) => void;
}

function TagFields({ tags, onTags }: TagFieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const next = useRef(tags.length);
  const isAdded = useRef(false);
  // A row that was added is filled in next.
  useLayoutEffect(() => {
    if (isAdded.current) rows.current?.querySelector<HTMLElement>(".edit-tag:last-child input")?.focus();
    isAdded.current = false;
  }, [tags.length]);
  const set = (number: number, change: Partial<EditedTag>) =>
    onTags(tags.map((tag) => (tag.number === number ? { ...tag, ...change } : tag)));
  return (
    <fieldset class="edit-tag-list">
      <legend>{t("print.field.tag")}</legend>
      <div id="edit-tags" ref={rows}>
        {tags.map(({ number, key, value }) => (
          <div class="edit-tag" key={number}>
            <input
              class="field-input"
              aria-label={t("print.tagKey")}
              placeholder="orderId"
              autocomplete="off"
              spellcheck={false}
              maxLength={PRINT_LIMITS.tagKeyCharacters}
              value={key}
              onInput={(event) => set(number, { key: event.currentTarget.value })}
            />
            <input
              class="field-input"
              aria-label={t("print.tagValue")}
              placeholder="1001"
              autocomplete="off"
              spellcheck={false}
              maxLength={PRINT_LIMITS.tagValueCharacters}
              value={value}
              onInput={(event) => set(number, { value: event.currentTarget.value })}
            />
            <IconButton
              icon="cross"
              label={t("print.removeTag")}
              onClick={() => {
                onTags(tags.filter((tag) => tag.number !== number));
                add.current?.focus();
              }}
            />
          </div>
        ))}
      </div>
      <button
        id="edit-add-tag"
        type="button"
        class="button-quiet"
        ref={add}
        onClick={() => {
          isAdded.current = true;
          onTags([...tags, { number: next.current++, key: "", value: "" }]);
        }}
      >
        {t("print.addTag")}
      </button>
    </fieldset>
  );
}
