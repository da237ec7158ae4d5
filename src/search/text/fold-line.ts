import { fold } from "../../domain/text.ts";

const WHITE_SPACE = /\s+/g;

/**
 * The form in which a line of paper and a part of it are compared: runs of white space as one space, none at the ends,
 * lone surrogates (which UTF-8 cannot hold) as U+FFFD, folded like labels. The form of a part of a line, without the
 * white space at its ends and not cut between a letter and its marks, is always part of the form of the line.
 */
export function foldLine(text: string): string {
  return fold(text.toWellFormed().replace(WHITE_SPACE, " ").trim());
}
