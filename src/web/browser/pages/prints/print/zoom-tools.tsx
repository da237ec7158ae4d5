import { useState } from "preact/hooks";
import { Button, IconButton } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { Menu } from "../../../design/menu.tsx";
import { formatNumber } from "../../../texts/format.ts";
import { t } from "../../../texts/texts.ts";
import { cardPixels, measureScreen, nextZoom, type Zoom, zoom, ZOOMS } from "./zoom.ts";

/** The sizes of cards that the slider offers, CSS pixels: on screens of 60 to 300 pixels an inch. */
const [LEAST_CARD, WIDEST_CARD] = [200, 1010];

/** How large the paper is shown: smaller, larger, and sizes by name. */
export function ZoomTools() {
  const [isMeasuring, setMeasuring] = useState(false);
  const size = zoom.value;
  const choose = (value: Zoom) => ({
    name: value === 1 ? t("print.zoom.true") : nameOf(value),
    isChecked: value === size,
    onChoose: () => (zoom.value = value),
  });
  return (
    <div class="zoom">
      <IconButton
        icon="minus"
        label={t("print.zoom.out")}
        onClick={() => (zoom.value = nextZoom(size, -1))}
      />
      <Menu
        label={t("print.zoom")}
        items={[
          choose("auto"),
          choose("width"),
          ...ZOOMS.map(choose),
          { name: t("print.zoom.measure"), onChoose: () => setMeasuring(true) },
        ]}
      >
        <span class="zoom-value">{nameOf(size)}</span>
      </Menu>
      <IconButton icon="plus" label={t("print.zoom.in")} onClick={() => (zoom.value = nextZoom(size, 1))} />
      {isMeasuring ? <ScreenMeasure onClose={() => setMeasuring(false)} /> : null}
    </div>
  );
}

function nameOf(size: Zoom): string {
  if (size === "auto") return t("print.zoom.auto");
  if (size === "width") return t("print.zoom.width");
  return formatNumber(size, { style: "percent" });
}

/** Asks how large the screen is: a card that everybody has is held against it. */
function ScreenMeasure({ onClose }: { readonly onClose: () => void }) {
  const [card, setCard] = useState(Math.round(cardPixels()));
  const set = (width: number) => setCard(Math.min(WIDEST_CARD, Math.max(LEAST_CARD, width)));
  return (
    <Dialog title={t("print.measure.title")} onClose={onClose} isWide>
      <p>{t("print.measure.about")}</p>
      <div class="measure-place">
        <div class="measure-card" style={{ width: `${card}px` }} />
      </div>
      <label class="measure-slider">
        {t("print.measure.slider")}
        <input
          type="range"
          min={LEAST_CARD}
          max={WIDEST_CARD}
          value={card}
          onInput={(event) => set(event.currentTarget.valueAsNumber)}
        />
      </label>
      <DialogActions>
        <Button
          kind="main"
          onClick={() => {
            measureScreen(card);
            zoom.value = 1;
            onClose();
          }}
        >
          {t("print.measure.save")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
