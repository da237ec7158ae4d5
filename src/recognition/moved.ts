import type { Rectangle } from "../escpos/receipt.ts";
import type { RecognisedPicture } from "./recognised.ts";

/** What was recognised in a picture, with the picture at another place on the paper; its words and codes go with it. */
export function movedTo(box: Rectangle, picture: RecognisedPicture): RecognisedPicture {
  const across = box.x - picture.box.x;
  const down = box.y - picture.box.y;
  const moved = <Part extends { readonly box: Rectangle }>(part: Part): Part => ({
    ...part,
    box: { ...part.box, x: part.box.x + across, y: part.box.y + down },
  });
  const lines = picture.lines.map((line) => ({ ...moved(line), words: line.words.map(moved) }));
  return { ...picture, box, lines, codes: picture.codes.map(moved) };
}
