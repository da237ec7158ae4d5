/**
 * From here on (0 to 100) a word is sure enough that an amount or a number may be taken from it without anybody having
 * looked. Of 180 receipts in ten fonts, thresholded and dithered, no total that was as sure was wrong; below it one in
 * six was.
 */
export const SURE_CONFIDENCE = 85;
