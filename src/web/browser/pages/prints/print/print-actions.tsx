import { useState } from "preact/hooks";
import type { PrintAnswer } from "../../../../../contract/print.ts";
import { attempt, toast } from "../../../app/notices.tsx";
import { printsAddress, workspaceAddress } from "../../../app/route.ts";
import { goTo } from "../../../app/router.ts";
import { isArchive, may, mayChangePrints } from "../../../app/session.ts";
import { addressOf } from "../../../base-path.ts";
import { copyText } from "../../../clipboard.ts";
import { post, remove, send, workspacePath } from "../../../client/request.ts";
import { Icon, type IconName } from "../../../design/icon.tsx";
import { Menu, type MenuItem } from "../../../design/menu.tsx";
import { t } from "../../../texts/texts.ts";
import { type PaperWish, previewPath } from "./drawing.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { ApproveDialog, DrawerDialog, KeepDialog, PrintAgainDialog } from "./print-dialogs.tsx";
import { EraseDialog } from "../../retention/erase-dialog.tsx";
import { download } from "../finder/export-prints.ts";
import { nameOf } from "../print-name.ts";

interface PrintActionsProps {
  readonly slug: string;
  readonly print: PrintAnswer;
  readonly wish: PaperWish;
  /** The printer that it came in by; `null` for none, or where that is not known. */
  readonly printer: string | null;
  readonly onChanged: (print: PrintAnswer) => void;
  /** Something was done with it that does not change the print itself. */
  readonly onDone: () => void;
}

type Asked = "edit" | "again" | "drawer" | "keep" | "approve" | "erase";

/** What can be done with a print, in one bar. What one may not do is not there. */
export function PrintActions({ slug, print, wish, printer, onChanged, onDone }: PrintActionsProps) {
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const own = { slug, print, onClose: close };
  const mayChange = mayChangePrints(slug);
  const text = async () =>
    (await send("GET", previewPath(slug, print.id, { ...wish, format: "text" }))).text();
  return (
    <div class="actions" role="group" aria-label={t("print.actions")}>
      {may("operate") && !print.deleted && !isArchive() ? (
        <ActionButton
          id="print-again"
          icon="printer"
          title={t("print.printAgain")}
          onAct={() => ask("again")}
          isMain
        />
      ) : null}
      {mayChange && !print.deleted ? (
        <ActionButton id="edit" icon="pencil" title={t("print.edit")} onAct={() => ask("edit")} />
      ) : null}
      {mayChange && print.deleted ? (
        <ActionButton
          id="restore"
          icon="restore"
          title={t("print.restore")}
          onAct={() => void attempt(() => restore(slug, print, onChanged))}
        />
      ) : null}
      <ActionButton
        id="copy"
        icon="copy"
        title={t("print.copyText")}
        onAct={() =>
          void attempt(async () => {
            await copyText(await text());
            toast(t("print.textCopied"));
          })
        }
      />
      <Menu label={t("print.download")} items={downloads(slug, print, wish)}>
        <ActionWords icon="download" title={t("print.download")} />
      </Menu>
      <Menu label={t("print.more")} items={moreItems({ slug, print, onChanged }, ask)}>
        <ActionWords icon="more" title={t("print.more")} />
      </Menu>
      {asked === "edit" ? <EditDialog {...own} onSaved={onChanged} /> : null}
      {asked === "again" ? <PrintAgainDialog {...own} printer={printer} onDone={onDone} /> : null}
      {asked === "drawer" ? <DrawerDialog {...own} printer={printer} /> : null}
      {asked === "keep" ? <KeepDialog {...own} onDone={onDone} /> : null}
      {asked === "approve" ? <ApproveDialog {...own} /> : null}
      {asked === "erase" ? (
        <EraseDialog
          slug={slug}
          printId={String(print.id)}
          onErased={() => {
            toast(t("retention.erased", { id: String(print.id) }));
            goTo(printsAddress(slug));
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

interface ActionButtonProps {
  readonly id: string;
  readonly icon: IconName;
  readonly title: string;
  readonly onAct: () => void;
  readonly isMain?: boolean;
}

function ActionButton({ id, icon, title, onAct, isMain = false }: ActionButtonProps) {
  return (
    <button id={id} type="button" class={isMain ? "button-main" : "button"} title={title} onClick={onAct}>
      <ActionWords icon={icon} title={title} />
    </button>
  );
}

/** Where there is little room the words are for screen readers alone. */
function ActionWords({ icon, title }: { readonly icon: IconName; readonly title: string }) {
  return (
    <>
      <Icon name={icon} />
      <span class="action-words">{title}</span>
    </>
  );
}

/** The forms in which a print can be saved, and the endings of their files. */
const DOWNLOADS = { png: "png", svg: "svg", pdf: "pdf", text: "txt", raw: "bin" } as const;

function downloads(slug: string, print: PrintAnswer, wish: PaperWish): MenuItem[] {
  const forms = Object.entries(DOWNLOADS).map(([form, ending]) => ({
    name: t(`print.download.${form as keyof typeof DOWNLOADS}`),
    onChoose: () => {
      const raw = workspacePath(slug, "prints", print.id, "raw");
      const path = form === "raw" ? raw : previewPath(slug, print.id, { ...wish, format: form });
      save(addressOf(path), `print-${print.id}.${ending}`);
    },
  }));
  // An archive has no journal: the shop proves what it has.
  if (isArchive()) return forms;
  return [
    ...forms,
    { name: t("print.download.proof"), onChoose: () => void attempt(() => prove(slug, print)) },
  ];
}

/** Saves the print's bytes with the proof that it is what was stored, and what checks that. */
async function prove(slug: string, { id }: PrintAnswer): Promise<void> {
  const body = { format: "zip-raw", ids: [id], proofs: true };
  const response = await send("POST", workspacePath(slug, "prints", "export"), { body });
  download(await response.blob(), `print-${id}-proof.zip`);
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
}

type MoreProps = Pick<PrintActionsProps, "slug" | "print" | "onChanged">;

function moreItems({ slug, print, onChanged }: MoreProps, ask: (asked: Asked) => void): MenuItem[] {
  const copyLink = async () => {
    await copyText(new URL(printsAddress(slug, print.id), location.href).href);
    toast(t("print.linkCopied"));
  };
  const isThere = !print.deleted;
  const isInShop = !isArchive();
  return [
    { name: t("print.copyLink"), icon: "link", onChoose: () => void attempt(copyLink) },
    { name: t("print.printHere"), icon: "printer", onChoose: () => window.print() },
    {
      name: t("print.compare"),
      icon: "compare",
      onChoose: () => goTo(`${workspaceAddress(slug, "compare")}?a=${print.id}`),
    },
    ...(may("write") && isThere && isInShop
      ? [{ name: t("print.approve"), icon: "check", onChoose: () => ask("approve") } as const]
      : []),
    ...(may("admin") && isInShop
      ? [
          {
            name: t("print.makeRule"),
            icon: "rule",
            onChoose: () => goTo(`${workspaceAddress(slug, "rules", "new")}?print=${print.id}`),
          } as const,
        ]
      : []),
    ...(may("operate") && isInShop
      ? [{ name: t("print.openDrawer"), icon: "drawer", onChoose: () => ask("drawer") } as const]
      : []),
    ...(may("admin") && isInShop
      ? [{ name: t("print.keep"), icon: "lock", onChoose: () => ask("keep") } as const]
      : []),
    ...(mayChangePrints(slug) && isThere
      ? [
          {
            name: t("print.delete"),
            icon: "trash",
            isDangerous: true,
            onChoose: () => void attempt(() => markDeleted(slug, print, onChanged)),
          } as const,
        ]
      : []),
    // A shop has a page for it; of an archive it is all that can be done with the prints of shops.
    ...(may("admin") && !isInShop
      ? [
          {
            name: t("retention.eraseIt"),
            icon: "trash",
            isDangerous: true,
            onChoose: () => ask("erase"),
          } as const,
        ]
      : []),
  ];
}

/** Marks a print deleted, and offers to undo that. */
async function markDeleted(
  slug: string,
  print: PrintAnswer,
  onChanged: (print: PrintAnswer) => void,
): Promise<void> {
  onChanged(await remove<PrintAnswer>(workspacePath(slug, "prints", print.id)));
  toast(t("print.wasDeleted", { name: nameOf(print) }), () => {
    void attempt(() => restore(slug, print, onChanged));
  });
}

async function restore(
  slug: string,
  print: PrintAnswer,
  onChanged: (print: PrintAnswer) => void,
): Promise<void> {
  onChanged(await post<PrintAnswer>(workspacePath(slug, "prints", print.id, "restore")));
}
