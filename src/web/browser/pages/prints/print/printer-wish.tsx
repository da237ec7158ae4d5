import type { ComponentChildren } from "preact";
import { PRINT_LIMITS } from "../../../../../domain/limits.ts";
import { labelsOf } from "../../../../../escpos/models/describe-model.ts";
import { type ModelId, PRINTER_MODELS } from "../../../../../escpos/models/models.ts";
import { columnsOf, powerOnFontOf } from "../../../../../escpos/models/printer-model.ts";
import { CHARSETS } from "../../../../../escpos/text/charset.ts";
import { PRINTER_PROFILES } from "../../../../../escpos/text/printer-profile.ts";
import { t } from "../../../texts/texts.ts";
import { choiceWords } from "../../choice-words.ts";
import { type PaperWish, withWish } from "./drawing.ts";

interface PrinterWishProps {
  readonly wish: PaperWish;
  readonly onWish: (wish: PaperWish) => void;
  /** Columns of the paper where the reader has chosen none. */
  readonly ownColumns: number;
  /** The printer that the print is shown on where the reader has chosen none. */
  readonly ownPrinter: string | null;
}

/** The paper, and what is said of the printer otherwise than its model does. */
export function PaperSettings({ wish, onWish, ownColumns }: Omit<PrinterWishProps, "ownPrinter">) {
  return (
    <>
      <WidthWish wish={wish} onWish={onWish} ownColumns={ownColumns} />
      <WishSelect
        id="charset"
        title={t("print.charset")}
        value={wish.charset}
        asSet={t("print.asSet")}
        onValue={(charset) => onWish(withWish(wish, "charset", charset as PaperWish["charset"]))}
      >
        {CHARSETS.map((name) => (
          <option key={name} value={name}>
            {choiceWords("charset", name)}
          </option>
        ))}
      </WishSelect>
      <WishSelect
        id="profile"
        title={t("print.profile")}
        value={wish.profile}
        asSet={t("print.asSet")}
        onValue={(profile) => onWish(withWish(wish, "profile", profile as PaperWish["profile"]))}
      >
        {PRINTER_PROFILES.map((name) => (
          <option key={name} value={name}>
            {choiceWords("profile", name)}
          </option>
        ))}
      </WishSelect>
    </>
  );
}

/** The printer that the print is shown on. */
export function ModelWish({ wish, onWish, ownPrinter }: Omit<PrinterWishProps, "ownColumns">) {
  return (
    <WishSelect
      id="model"
      title={t("print.model")}
      value={wish.model}
      asSet={ownPrinter === null ? t("print.asSet") : t("print.asSetTo", { printer: ownPrinter })}
      onValue={(model) => onWish(withWish(wish, "model", model as ModelId | undefined))}
    >
      {MODEL_GROUPS.map(([maker, models]) => (
        <optgroup key={maker} label={maker}>
          {models.map((model) => (
            <option key={model.id} value={model.id}>
              {labelsOf(model)}
            </option>
          ))}
        </optgroup>
      ))}
    </WishSelect>
  );
}

/** The width of the paper, in columns. */
function WidthWish({ wish, onWish, ownColumns }: Omit<PrinterWishProps, "ownPrinter">) {
  const columns = wish.width ?? ownColumns;
  return (
    <>
      <label class="width">
        {t("print.width")}
        <input
          id="width"
          type="range"
          step="1"
          min={PRINT_LIMITS.widthColumnsMinimum}
          max={PRINT_LIMITS.widthColumnsMaximum}
          value={columns}
          aria-valuetext={t("print.columns", { n: columns })}
          onInput={(event) => {
            const width = event.currentTarget.valueAsNumber;
            onWish(withWish(wish, "width", width === ownColumns ? undefined : width));
          }}
        />
        <output id="width-value" for="width">
          {columns}
        </output>
      </label>
      <button
        id="own-width"
        class="button-quiet"
        type="button"
        hidden={wish.width === undefined}
        onClick={() => onWish(withWish(wish, "width", undefined))}
      >
        {t("print.ownWidth", { n: ownColumns })}
      </button>
    </>
  );
}

/** Columns of the paper of a model; `null` without one. */
export function columnsOfModel(model: ModelId | undefined): number | null {
  if (model === undefined) return null;
  return columnsOf(PRINTER_MODELS[model], powerOnFontOf(PRINTER_MODELS[model]));
}

interface WishSelectProps {
  readonly id: string;
  readonly title: string;
  readonly value: string | undefined;
  /** What the choice of nothing says. */
  readonly asSet: string;
  readonly onValue: (value: string | undefined) => void;
  readonly children: ComponentChildren;
}

function WishSelect({ id, title, value, asSet, onValue, children }: WishSelectProps) {
  return (
    <label class="printer-choice">
      {title}
      <select
        id={id}
        value={value ?? ""}
        onChange={({ currentTarget }) =>
          onValue(currentTarget.value === "" ? undefined : currentTarget.value)
        }
      >
        <option value="">{asSet}</option>
        {children}
      </select>
    </label>
  );
}

/** The models by their makers, in the order of the table. */
const MODEL_GROUPS = [...Map.groupBy(Object.values(PRINTER_MODELS), ({ maker }) => maker)];
