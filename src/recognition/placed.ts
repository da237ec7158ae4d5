import type { Receipt, Rectangle } from "../escpos/receipt.ts";
import { movedTo } from "./moved.ts";
import { type PaperPicture, picturesOn } from "./picture-boxes.ts";
import type { Recognition, RecognisedLine, RecognisedPicture } from "./recognised.ts";

/** What was recognised in a picture, where that picture is on the paper shown. */
export interface PlacedPicture extends RecognisedPicture {
  /** What it is drawn with, in the order of the print; at least one. */
  readonly pieces: PaperPicture["pieces"];
}

/**
 * What was recognised in a print, moved to where its pictures are on the paper that is shown: paper of another width has
 * them elsewhere, and narrower paper cuts them off. What has no picture there is left out, and a picture of which there is
 * nothing to say. Linear.
 */
export function placedOn(
  receipt: Pick<Receipt, "pieces" | "widthDots">,
  recognition: Recognition | undefined,
): readonly PlacedPicture[] {
  if (recognition === undefined || recognition.length === 0) return [];
  // Upside down, so that those that are behind it can be taken off the end.
  const byHeight = Map.groupBy(picturesOn(receipt).toReversed(), ({ box }) => box.height);
  const placed: PlacedPicture[] = [];
  for (const picture of recognition) {
    const pictures = byHeight.get(picture.box.height) ?? [];
    const nearest = takeNearest(pictures, picture.box);
    if (nearest === undefined) continue;
    const found = placedAt(picture, nearest, receipt.widthDots);
    if (found.lines.length > 0 || found.codes.length > 0 || found.note !== undefined) placed.push(found);
  }
  return placed;
}

/** Takes the picture that is nearest to a box from the end of those that are left; those above it are not looked at again. */
function takeNearest(pictures: PaperPicture[], { y }: Rectangle): PaperPicture | undefined {
  const away = (picture: PaperPicture | undefined): number =>
    picture === undefined ? Infinity : Math.abs(picture.box.y - y);
  while (away(pictures.at(-2)) < away(pictures.at(-1))) pictures.pop();
  return pictures.pop();
}

function placedAt(
  picture: RecognisedPicture,
  { box, pieces }: PaperPicture,
  widthDots: number,
): PlacedPicture {
  const { codes, ...there } = movedTo(box, picture);
  const isThere = (part: { readonly box: Rectangle }): boolean => part.box.x < widthDots;
  const lines: RecognisedLine[] = [];
  for (const line of there.lines) {
    const words = line.words.filter((word) => isThere(word) && word.text !== "");
    if (words.length > 0) lines.push({ ...line, words });
  }
  return { ...there, lines, codes: codes.filter(isThere), pieces };
}
