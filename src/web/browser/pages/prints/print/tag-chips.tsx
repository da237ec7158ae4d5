import type { PrintAnswer } from "../../../../../contract/print.ts";
import { printsAddress } from "../../../app/route.ts";
import { goTo, query, setQuery } from "../../../app/router.ts";
import { Chip } from "../../../design/chip.tsx";
import { t } from "../../../texts/texts.ts";
import { narrowedBy } from "../wanted.ts";

interface TagChipsProps {
  readonly slug: string;
  readonly tag: PrintAnswer["tag"];
}

/** The tags of a print. One that is chosen is searched for. */
export function TagChips({ slug, tag }: TagChipsProps) {
  const search = (text: string) => {
    // Where the list is not beside the print, it is shown in its place.
    if (matchMedia("(max-width: 799px)").matches) goTo(printsAddress(slug, null, text));
    else setQuery(text);
  };
  return (
    <span class="chips">
      {Object.entries(tag).map(([key, value]) => (
        <Chip
          key={key}
          name={key}
          value={value}
          chooseLabel={t("print.searchTag", { tag: `${key}=${value}` })}
          onChoose={() => search(narrowedBy(query.value, { kind: "tag", key, value }))}
        />
      ))}
    </span>
  );
}
