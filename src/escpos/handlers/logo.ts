import { keyLabel } from "../graphics-store.ts";
import type { Logo, LogoPlace } from "../logo-settings.ts";
import type { Handlers, Machine } from "../machine.ts";

const PLACES: Readonly<Record<number, LogoPlace>> = { 48: "top", 49: "bottom" };

const JUSTIFICATIONS: Readonly<Record<number, Logo["justification"]>> = {
  48: "left",
  49: "center",
  50: "right",
};

/** Prints the top or bottom logo that FS ( E chose, if any, on lines of its own. */
export function printLogo(machine: Machine, place: LogoPlace): void {
  const { logos, line, state, graphics, inPageMode } = machine;
  if (place === "top") logos.topWaits = false;
  const logo = logos.at(place);
  if (logo === undefined || inPageMode) return;
  line.finishLine();
  const { justification } = state;
  state.justification = logo.justification;
  const layers = graphics.find("NV", logo.key);
  if (layers === undefined) line.placeholder(`${place} logo, NV graphic ${keyLabel(logo.key)}`);
  else line.block(layers);
  state.justification = justification;
}

/** Receipt enhancement: logos that the printer adds to every receipt. */
export const logoHandlers: Handlers = {
  "FS ( E"({ logos }, command) {
    const key = command.byte(7) * 256 + command.byte(8);
    const justification = JUSTIFICATIONS[command.byte(9)] ?? "left";
    const place = PLACES[command.byte(7)];
    switch (command.byte(5)) {
      case 60:
        if (place !== undefined) logos.cancel(place);
        break;
      case 62:
        logos.set("top", { key, justification });
        break;
      case 63:
        logos.set("bottom", { key, justification });
        break;
      case 65:
        if (place !== undefined) logos.enable(place, (command.byte(8) & 1) === 1);
        break;
      default:
        break;
    }
  },
};
