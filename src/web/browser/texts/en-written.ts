import { signIn } from "./en/sign-in.ts";
import { unavailable } from "./en/unavailable.ts";

/** Texts of the pages that the service writes itself: no browser loads them. */
export const texts = { signIn, unavailable };
