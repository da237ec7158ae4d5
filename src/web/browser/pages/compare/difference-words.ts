import type { Difference } from "../../../../compare/comparison.ts";
import { t } from "../../texts/texts.ts";

/** A difference of two papers as a sentence. */
export function differenceWords({ kind, a, b }: Difference): string {
  const one = written(a.text);
  const other = written(b.text);
  switch (kind) {
    case "changed":
      if (a.text !== b.text) return t("compare.difference.changed", { one, other });
      return a.areas.length === 0 && a.height === 0
        ? t("compare.difference.cut")
        : t("compare.difference.looks", { one });
    case "removed":
      return a.height === 0 ? t("compare.difference.cutRemoved") : t("compare.difference.removed", { one });
    case "added":
      return b.height === 0 ? t("compare.difference.cutAdded") : t("compare.difference.added", { other });
    case "moved":
      return t("compare.difference.moved", { one });
    case "distance":
      return t("compare.difference.distance", { one: a.height, other: b.height });
  }
}

function written(text: string): string {
  return text === "" ? t("compare.picture") : t("compare.quoted", { text: text.replaceAll("\n", " / ") });
}
