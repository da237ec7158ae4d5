import { goTo } from "../../app/router.ts";
import { workspaceAddress } from "../../app/route.ts";
import { may } from "../../app/session.ts";
import { Menu, type MenuItem } from "../../design/menu.tsx";
import { t } from "../../texts/texts.ts";
import { type ActOn, OPERATE, pair, printAgain } from "./printer-acts.ts";
import type { Asking } from "./printer-dialogs.tsx";

/** Kinds of real printers that come to us for their prints. */
const COMES_BY_ITSELF = /^(cloudprnt|sdp):/;

/** What is done with a printer now and then; what one may not do is not there. */
export function PrinterMenu({ ask, ...on }: ActOn & { readonly ask: (asking: Asking) => void }) {
  const { slug, printer } = on;
  const items: readonly (MenuItem | false)[] = [
    {
      name: t("printers.details"),
      icon: "rows",
      onChoose: () => goTo(workspaceAddress(slug, "printers", printer.name)),
    },
    may(OPERATE) &&
      printer.target !== null && {
        name: t("printers.again"),
        icon: "restore",
        onChoose: () => void printAgain(on),
      },
    may(OPERATE) &&
      printer.target !== null && {
        name: t("printers.drawer"),
        icon: "drawer",
        onChoose: () => ask({ what: "drawer", printer }),
      },
    may("admin") && {
      name: t("printers.change"),
      icon: "pencil",
      onChoose: () => ask({ what: "change", printer }),
    },
    may("admin") &&
      printer.allowOrigins.length === 0 && {
        name: t("printers.pair"),
        icon: "globe",
        onChoose: () => void pair(on),
      },
    may("admin") &&
      COMES_BY_ITSELF.test(printer.target ?? "") && {
        name: t("printers.pollAddress"),
        icon: "key",
        onChoose: () => ask({ what: "poll", printer }),
      },
    may("admin") && {
      name: t("printers.remove"),
      icon: "trash",
      isDangerous: true,
      onChoose: () => ask({ what: "remove", printer }),
    },
  ];
  return (
    <Menu
      label={t("printers.more", { printer: printer.name })}
      items={items.filter((item) => item !== false)}
    />
  );
}
