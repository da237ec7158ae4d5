/** What the build gathered of all that is in the executable; the source has none of it inside. */
declare const EMBEDDED_LICENSES: string;

/** The licences of all that others made and that is in the executable; `null` when this is the source. */
export const LICENSES_TEXT: string | null = Bun.isStandaloneExecutable ? EMBEDDED_LICENSES : null;
