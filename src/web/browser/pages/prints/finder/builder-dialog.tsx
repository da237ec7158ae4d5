import { useId, useState } from "preact/hooks";
import { readSearch } from "../../../../../search-language/search.ts";
import { Button, IconButton } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { Checkbox, Select } from "../../../design/field.tsx";
import { t } from "../../../texts/texts.ts";
import { changed, type Item, type ItemGroup, itemsOf, newGroup, newTerm, textOf } from "./builder-items.ts";
import { BuilderTerm } from "./builder-term.tsx";
import { Faults } from "./conditions.tsx";
import { searchContext } from "./search-context.ts";

/** Groups within groups that can be made here; deeper ones that were written are shown all the same. */
const MOST_DEPTH = 3;

interface BuilderDialogProps {
  readonly slug: string;
  readonly text: string;
  onSearch(text: string): void;
  onClose(): void;
}

/** Builds a search of conditions and groups, and writes it as the box has it. */
export function BuilderDialog({ slug, text, onSearch, onClose }: BuilderDialogProps) {
  const [root, setRoot] = useState(() => itemsOf(text));
  const faultsId = useId();
  const written = textOf(root);
  const { faults } = readSearch(written, searchContext(slug));
  const onChange: OnChange = (id, change) => {
    setRoot((group) => {
      if (id !== group.id) return changed(group, id, change);
      const next = change(group);
      return next?.kind === "group" ? next : group;
    });
  };
  return (
    <Dialog title={t("finder.builder")} isWide onClose={onClose}>
      <BuilderGroup slug={slug} group={root} depth={0} onChange={onChange} />
      <div class="builder-written">
        <span class="field-label">{t("finder.builder.written")}</span>
        <output class="finder-written">{written}</output>
        <Faults id={faultsId} faults={faults} onText={(meant) => setRoot(itemsOf(meant))} />
      </div>
      <DialogActions>
        <Button
          kind="main"
          icon="search"
          disabled={faults.some(({ isHint }) => !isHint)}
          onClick={() => {
            onSearch(written);
            onClose();
          }}
        >
          {t("finder.builder.search")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type OnChange = (id: number, change: (item: Item) => Item | null) => void;

interface BuilderGroupProps {
  readonly slug: string;
  readonly group: ItemGroup;
  readonly depth: number;
  readonly onChange: OnChange;
}

function BuilderGroup({ slug, group, depth, onChange }: BuilderGroupProps) {
  const { id, join, items, isNot } = group;
  const add = (item: Item) =>
    onChange(id, (known) => (known.kind === "group" ? { ...known, items: [...known.items, item] } : known));
  return (
    <fieldset class="builder-group">
      <legend class="spoken">{t("finder.builder.group")}</legend>
      <div class="builder-group-head">
        {depth === 0 ? null : (
          <NotChoice isNot={isNot} onValue={(value) => onChange(id, (item) => ({ ...item, isNot: value }))} />
        )}
        <Select
          label={t("finder.builder.join")}
          isLabelHidden
          choices={[
            { value: "and", name: t("finder.builder.all") },
            { value: "or", name: t("finder.builder.any") },
          ]}
          value={join}
          onValue={(value) =>
            onChange(id, (item) => (item.kind === "group" ? { ...item, join: value } : item))
          }
        />
        {depth === 0 ? null : (
          <IconButton
            icon="trash"
            label={t("finder.builder.removeGroup")}
            onClick={() => onChange(id, () => null)}
          />
        )}
      </div>
      {items.map((item) =>
        item.kind === "group" ? (
          <BuilderGroup key={item.id} slug={slug} group={item} depth={depth + 1} onChange={onChange} />
        ) : (
          <div class="builder-row" key={item.id}>
            <NotChoice
              isNot={item.isNot}
              onValue={(value) => onChange(item.id, (known) => ({ ...known, isNot: value }))}
            />
            <BuilderTerm
              slug={slug}
              term={item.term}
              onTerm={(term) =>
                onChange(item.id, (known) => (known.kind === "term" ? { ...known, term } : known))
              }
            />
            <IconButton
              icon="trash"
              label={t("finder.builder.removeCondition")}
              onClick={() => onChange(item.id, () => null)}
            />
          </div>
        ),
      )}
      <div class="builder-add">
        <Button kind="quiet" icon="plus" onClick={() => add(newTerm())}>
          {t("finder.builder.addCondition")}
        </Button>
        {depth < MOST_DEPTH - 1 ? (
          <Button kind="quiet" icon="plus" onClick={() => add(newGroup(join === "and" ? "or" : "and"))}>
            {t("finder.builder.addGroup")}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

function NotChoice({ isNot, onValue }: { readonly isNot: boolean; onValue(isNot: boolean): void }) {
  return <Checkbox label={t("finder.builder.not")} checked={isNot} onValue={onValue} />;
}
