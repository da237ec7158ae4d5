import { keyLabel } from "./graphics-store.ts";
import type { Machine } from "./machine.ts";
import type { Justification } from "./printer-state.ts";

/** Where a logo of receipt enhancement goes. */
export type LogoPlace = "top" | "bottom";

/** A logo that the printer prints by itself on every receipt (FS ( E). */
interface Logo {
  /** Key code of an NV graphic. */
  readonly key: number;
  readonly justification: Justification;
}

/** Receipt enhancement: the logos of FS ( E functions 60 to 65. They outlive ESC @. */
export class LogoSettings {
  /** True after a cut, until the next receipt begins. */
  topWaits = false;
  /** Functions 60, 62 and 63. */
  readonly logos = new Map<LogoPlace, Logo>();
  /** Function 65. */
  readonly disabled = new Set<LogoPlace>();

  /** The logo to print now, if any. */
  at(place: LogoPlace): Logo | undefined {
    return this.disabled.has(place) ? undefined : this.logos.get(place);
  }

  /** A cut: the top logo is due when the next receipt begins. */
  receiptEnded(): void {
    this.topWaits = this.at("top") !== undefined;
  }
}

/** Prints the top or bottom logo that FS ( E chose, if any, on lines of its own. */
export function printLogo(machine: Machine, place: LogoPlace): void {
  const { logos, line, state, graphics, inPageMode } = machine;
  if (place === "top") logos.topWaits = false;
  const logo = logos.at(place);
  if (logo === undefined || inPageMode) return;
  line.finishLine();
  const { justification } = state;
  state.justification = logo.justification;
  const layers = graphics.keyed.NV.get(logo.key);
  if (layers === undefined) line.placeholder(`${place} logo, NV graphic ${keyLabel(logo.key)}`);
  else line.block(layers);
  state.justification = justification;
}
