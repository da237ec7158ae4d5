import { version } from "../package.json";

/** The version of Tillroll, from package.json at build time. */
export const VERSION: string = version;
