import type { PrinterProfile } from "../escpos/escpos.ts";

/** The makers' names as their printers give them; others give their profile's name in capitals. */
const MAKERS: Partial<Record<PrinterProfile, string>> = { star: "Star" };

/** The maker's name, as a printer of theirs gives it. */
export function makerOf(profile: PrinterProfile): string {
  return MAKERS[profile] ?? profile.toUpperCase();
}
