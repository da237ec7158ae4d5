/** Where a logo of receipt enhancement goes. */
export type LogoPlace = "top" | "bottom";

/** A logo that the printer prints by itself on every receipt (FS ( E). */
export interface Logo {
  /** Key code of an NV graphic. */
  readonly key: number;
  readonly justification: "left" | "center" | "right";
}

/** Receipt enhancement: the logos of FS ( E functions 60 to 65. They outlive ESC @. */
export class LogoSettings {
  /** True after a cut, until the next receipt begins. */
  topWaits = false;
  readonly #logos = new Map<LogoPlace, Logo>();
  readonly #disabled = new Set<LogoPlace>();

  /** Functions 62 and 63. */
  set(place: LogoPlace, logo: Logo): void {
    this.#logos.set(place, logo);
  }

  /** Function 60. */
  cancel(place: LogoPlace): void {
    this.#logos.delete(place);
  }

  /** Function 65. */
  enable(place: LogoPlace, on: boolean): void {
    if (on) this.#disabled.delete(place);
    else this.#disabled.add(place);
  }

  /** The logo to print now, if any. */
  at(place: LogoPlace): Logo | undefined {
    return this.#disabled.has(place) ? undefined : this.#logos.get(place);
  }

  /** A cut: the top logo is due when the next receipt begins. */
  receiptEnded(): void {
    this.topWaits = this.at("top") !== undefined;
  }
}
