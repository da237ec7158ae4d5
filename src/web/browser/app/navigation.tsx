import { useId, useRef, useState } from "preact/hooks";
import { addressOf } from "../base-path.ts";
import { Icon } from "../design/icon.tsx";
import { usePressOutside } from "../design/use-press-outside.ts";
import { t } from "../texts/texts.ts";
import { Appearance } from "./appearance.tsx";
import { type PageEntry, pagesHere } from "./pages.ts";
import { ALL_SHOPS, printsAddress, serviceAddress, workspaceAddress } from "./route.ts";
import { goTo, hash, query, route, slug } from "./router.ts";
import { isArchive, may, me, seesAllShops, workspaceNamed, workspaces } from "./session.ts";

/** Pages in the bar of phones, beside "More". shell.css hides the others. */
const PHONE_PAGES = 4;

/** The pages that one may open: a rail beside the page, a bar below it on phones. */
export function Navigation() {
  return (
    <nav class="nav" aria-label={t("shell.navigation")}>
      <a class="nav-brand" href={printsAddress(seesAllShops() ? ALL_SHOPS.slug : slug.value)}>
        <BrandMark />
        <span class="nav-brand-name">Tillroll</span>
      </a>
      <WorkspaceChoice />
      <PageLinks group="work" />
      <PageLinks group="workspace" />
      <PageLinks group="service" />
      <MorePages />
    </nav>
  );
}

/** The till roll, as the icon of the page has it. */
function BrandMark() {
  return (
    <svg class="nav-brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="brand-ground" width="32" height="32" rx="8" />
      <path class="brand-paper" d="M12 6h13v19l-2.2-1.8-2.1 1.8-2.2-1.8-2.1 1.8-2.2-1.8L12 25z" />
      <path class="brand-line" d="M16.5 15.5H22M18 19h4" />
      <circle class="brand-roll" cx="12" cy="11.5" r="5.5" />
      <circle class="brand-ground" cx="12" cy="11.5" r="1.8" />
    </svg>
  );
}

function WorkspaceChoice() {
  if (workspaces.value.length < 2) return null;
  const { slug: shown, page } = route.value;
  const isAll = shown === null && page === ALL_SHOPS.page;
  const known = workspaceNamed(slug.value);
  return (
    <label class="nav-workspace">
      <span class="spoken">{t("shell.workspace")}</span>
      <select
        value={isAll ? ALL_SHOPS.slug : (known?.slug ?? "")}
        onChange={(event) => {
          const next = event.currentTarget.value;
          // The same search elsewhere; the same page of the other workspace; from a page of the service to its prints.
          if (next === ALL_SHOPS.slug || isAll) goTo(printsAddress(next, null, query.value));
          else goTo(shown === null ? printsAddress(next) : workspaceAddress(next, page));
        }}
      >
        {isArchive() ? <option value={ALL_SHOPS.slug}>{t("prints.allShops")}</option> : null}
        {workspaces.value.map((workspace) => (
          <option key={workspace.slug}>{workspace.slug}</option>
        ))}
      </select>
    </label>
  );
}

function addressOfPage({ name, isOfService }: PageEntry): string {
  return isOfService ? serviceAddress(name) : workspaceAddress(slug.value, name);
}

interface PageLinksProps {
  readonly group: NonNullable<PageEntry["group"]>;
  /** Pages that are left out, from the first on. */
  readonly from?: number;
}

function PageLinks({ group, from = 0 }: PageLinksProps) {
  const id = useId();
  const { page: shown, slug: workspace } = route.value;
  const pages = pagesHere()
    .filter((page) => page.group === group && may(page.right))
    .slice(from);
  if (pages.length === 0) return null;
  return (
    <div class={`nav-group nav-group-${group}`}>
      <h2 class="nav-heading" id={id}>
        {t(`shell.group.${group}`)}
      </h2>
      <ul class="nav-links" aria-labelledby={id}>
        {pages.map((page) => {
          const isShown = page.name === shown && page.isOfService === (workspace === null);
          return (
            <li key={page.name}>
              <a class="nav-link" href={addressOfPage(page)} aria-current={isShown ? "page" : undefined}>
                <Icon name={page.icon} />
                <span class="nav-words">{t(page.title)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Who is signed in, and the way to what is theirs. */
function Me() {
  const { user, role } = me.value ?? {};
  if (user === undefined || user === null) return null;
  const isShown = route.value.slug === null && route.value.page === "me";
  return (
    <a
      class="nav-foot-link nav-me"
      href={serviceAddress("me")}
      aria-current={isShown ? "page" : undefined}
      title={t("shell.me", { name: user.name })}
    >
      <Icon name="person" />
      <span class="nav-me-name">{role === null ? t("shell.byToken") : user.name}</span>
    </a>
  );
}

/** What is not used every day: shown on wide screens, opened by a button on others. What the rail has room for is not in it. */
function MorePages() {
  // Open at one address only: going on to another page closes it. An effect would also run after the first paint, and close it then.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === hash.value;
  const setOpen = (open: boolean) => setOpenAt(open ? hash.value : null);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  usePressOutside(frame, isOpen, () => setOpen(false));
  return (
    <div
      class="nav-more"
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        class="nav-link nav-more-button"
        aria-expanded={isOpen}
        aria-controls="nav-more-panel"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
        <span class="nav-words">{t("shell.more")}</span>
      </button>
      <div id="nav-more-panel" class={isOpen ? "nav-panel nav-panel-open" : "nav-panel"}>
        <div class="nav-phone">
          <WorkspaceChoice />
          <PageLinks group="work" from={PHONE_PAGES} />
        </div>
        <PageLinks group="workspace" />
        <PageLinks group="service" />
        <div class="nav-foot">
          <Appearance />
          {may("admin") && !isArchive() ? (
            <a class="nav-foot-link" href={serviceAddress("start")}>
              {t("shell.start")}
            </a>
          ) : null}
          <a class="nav-foot-link" href={addressOf("/guide")}>
            {t("shell.guide")}
          </a>
          <a class="nav-foot-link" href={addressOf("/docs")}>
            {t("shell.api")}
          </a>
          <Me />
          <form method="post" action={addressOf("/sign-out")}>
            <button class="nav-foot-link" type="submit">
              {t("shell.signOut")}
            </button>
          </form>
        </div>
      </div>
    </div>
  );
}
