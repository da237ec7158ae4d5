import { MAXIMUM_PREVIEW_CHARACTERS } from "../escpos/limits.ts";
import { MEBIBYTE } from "../domain/limits.ts";

/** What is said in place of what a preview leaves out. */
export const LEFT_OUT = `what follows is left out: a preview has at most ${MAXIMUM_PREVIEW_CHARACTERS / MEBIBYTE} MiB`;

/** Parts of a text, up to the limit of a preview. */
export class LimitedText {
  readonly parts: string[] = [];
  private length = 0;

  constructor(private readonly most: number = MAXIMUM_PREVIEW_CHARACTERS) {}

  /** Adds a part. @returns whether it was still within the limit; if not, it is left out */
  add(part: string): boolean {
    this.length += part.length + 1;
    if (this.length > this.most) return false;
    this.parts.push(part);
    return true;
  }
}
