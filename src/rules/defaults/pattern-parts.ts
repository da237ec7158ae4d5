/* What the patterns of the default rules are made of. Matching is done by RE2, which looks neither ahead nor back. */

/** One of some words, which `|` may join; a blank in them stands for any number of blanks. */
export function oneOf(...words: readonly string[]): string {
  return `(?:${words.join("|").replaceAll(" ", "[ ]*")})`;
}

/** Where a line or a column begins, frames and bullets aside. */
export const START = "(?:^|[ ]{2,})[*#=>|-]*[ ]*";

/** Where a line ends, frames aside. */
export const LINE_END = "[ ]*[*#=<|-]*[ ]*$";
