/** What a model may be called, such as "eng" or "chi_sim": it is part of a file name. */
export const LANGUAGE_NAME = /^[a-z]{3}(_[a-z]{2,8})?$/i;
