import { signIn } from "./de/sign-in.ts";
import { unavailable } from "./de/unavailable.ts";

/** Texts of the pages that the service writes itself: no browser loads them. */
export const texts = { signIn, unavailable };
