import type { PrintAnswer } from "../../../../contract/print.ts";
import { Badge } from "../../design/badge.tsx";
import { said } from "../../texts/sentences.ts";
import { t } from "../../texts/texts.ts";

/** What a print is: a test, or deleted. */
export function StateBadges({ print: { testPrint, deleted } }: { readonly print: PrintAnswer }) {
  return (
    <>
      {testPrint ? <Badge kind="warning">{t("prints.test")}</Badge> : null}
      {deleted ? <Badge kind="bad">{t("prints.deleted")}</Badge> : null}
    </>
  );
}

/** That pictures of a print were read. */
export function RecognisedBadge({ print: { recognised } }: { readonly print: PrintAnswer }) {
  return recognised === null ? null : (
    <Badge title={recognisedWords(recognised)}>{t("prints.recognised")}</Badge>
  );
}

/** What was recognised in the pictures of a print, and how surely. */
export function recognisedWords(recognised: NonNullable<PrintAnswer["recognised"]>): string {
  const { words, codes, confidence, notes } = recognised;
  const found = [
    ...(words > 0 ? [t("prints.words", { n: words })] : []),
    ...(codes > 0 ? [t("prints.codes", { n: codes })] : []),
    ...(confidence === null ? [] : [t("prints.sure", { percent: confidence })]),
    ...notes.map(said),
  ];
  return found.length === 0
    ? t("prints.nothingRecognised")
    : t("prints.readInPictures", { what: found.join(", ") });
}
