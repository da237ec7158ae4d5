/**
 * From here on (0 to 100) a word is sure enough that an amount or a number may be taken from it without anybody having
 * looked; measured so that at most one total in 200 is wrong.
 */
export const SURE_CONFIDENCE = 80;
