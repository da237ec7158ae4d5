import type { ComponentType } from "preact";
import type { IconName } from "../design/icon.tsx";
import type { PlainTextKey } from "../texts/texts.ts";
import { ALL_SHOPS, PRINTS } from "./route.ts";
import { isArchive, type Right } from "./session.ts";

/** What a page is given: the workspace that is shown, and what its address says behind its name. */
export interface PageProps {
  readonly slug: string;
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** A page of the dashboard. */
export interface PageEntry {
  /** Its name in the address: `#/shop/NAME` or `#/~/NAME`. */
  readonly name: string;
  /**
   * Where it stands among the pages: what is used every day, what is set for a workspace, what is set for the service.
   * Pages without a group are reached from others alone.
   */
  readonly group: "work" | "workspace" | "service" | null;
  /** Whether it is of the service (`#/~/NAME`) and not of a workspace. */
  readonly isOfService: boolean;
  readonly title: PlainTextKey;
  readonly icon: IconName;
  /** The right without which it is not shown. */
  readonly right: Right;
  /** Where it is only in a shop, or only in the archive of a chain; else in both. */
  readonly onlyIn?: "shop" | "archive";
  /** Loads it when it is first opened. */
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/* Pages that are opened seldom come together: as files of their own they would weigh a quarter more. */
const workspacePages = () => import("../pages/workspace-pages.ts");
const servicePages = () => import("../pages/service-pages.ts");

/** All pages, in the order in which they are offered. A page is an entry here, beside the comment of its group. */
export const PAGES: readonly PageEntry[] = [
  // Every day. The first four are in the bar of phones.
  {
    name: ALL_SHOPS.page,
    group: "work",
    isOfService: true,
    title: "prints.allShops",
    icon: "search",
    right: "read",
    onlyIn: "archive",
    load: () => import("../pages/prints/prints-page.tsx").then((file) => file.AllPrintsPage),
  },
  {
    name: PRINTS,
    group: "work",
    isOfService: false,
    title: "prints.title",
    icon: "receipt",
    right: "read",
    load: () => import("../pages/prints/prints-page.tsx").then((file) => file.PrintsPage),
  },
  {
    name: "printers",
    group: "work",
    isOfService: false,
    title: "printers.title",
    icon: "printer",
    right: "read",
    onlyIn: "shop",
    load: () => import("../pages/printers/printers-page.tsx").then((file) => file.PrintersPage),
  },

  // notifications

  {
    name: "notifications",
    group: "service",
    isOfService: true,
    title: "notifications.title",
    icon: "bell",
    right: "read",
    onlyIn: "shop",
    load: () => servicePages().then((file) => file.NotificationsPage),
  },

  // compare
  {
    name: "compare",
    group: null,
    isOfService: false,
    title: "compare.title",
    icon: "compare",
    right: "read",
    load: () => workspacePages().then((file) => file.ComparePage),
  },

  // A workspace: rules, webhooks, retention, settings.

  {
    name: "references",
    group: "workspace",
    isOfService: false,
    title: "compare.page.references",
    icon: "check",
    right: "read",
    onlyIn: "shop",
    load: () => workspacePages().then((file) => file.ReferencesPage),
  },

  {
    name: "gaps",
    group: "workspace",
    isOfService: false,
    title: "gaps.title",
    icon: "numbers",
    right: "read",
    load: () => workspacePages().then((file) => file.GapsPage),
  },

  {
    name: "rules",
    group: "workspace",
    isOfService: false,
    title: "rules.title",
    icon: "rule",
    right: "read",
    onlyIn: "shop",
    load: () => workspacePages().then((file) => file.RulesPage),
  },

  {
    name: "webhooks",
    group: "workspace",
    isOfService: false,
    title: "webhooks.title",
    icon: "hook",
    right: "admin",
    onlyIn: "shop",
    load: () => workspacePages().then((file) => file.WebhooksPage),
  },
  {
    name: "retention",
    group: "workspace",
    isOfService: false,
    title: "retention.title",
    icon: "clock",
    right: "read",
    onlyIn: "shop",
    load: () => workspacePages().then((file) => file.RetentionPage),
  },

  {
    name: "fiscal",
    group: "workspace",
    isOfService: false,
    title: "fiscal.title",
    icon: "code",
    right: "read",
    onlyIn: "shop",
    load: () => workspacePages().then((file) => file.FiscalPage),
  },

  {
    name: "journal",
    group: "workspace",
    isOfService: false,
    title: "journal.title",
    icon: "book",
    right: "read",
    onlyIn: "shop",
    load: () => workspacePages().then((file) => file.JournalPage),
  },
  {
    name: "settings",
    group: "workspace",
    isOfService: false,
    title: "workspaceSettings.title",
    icon: "settings",
    right: "read",
    load: () => workspacePages().then((file) => file.SettingsPage),
  },

  // The service: people, sessions, tokens, workspaces, system, audit, backups.

  {
    name: "people",
    group: "service",
    isOfService: true,
    title: "people.title",
    icon: "people",
    right: "service",
    load: () => servicePages().then((file) => file.PeoplePage),
  },
  {
    name: "sessions",
    group: "service",
    isOfService: true,
    title: "people.sessions",
    icon: "person",
    right: "admin",
    load: () => servicePages().then((file) => file.SessionsPage),
  },
  {
    name: "tokens",
    group: "service",
    isOfService: true,
    title: "tokens.title",
    icon: "key",
    right: "admin",
    load: () => servicePages().then((file) => file.TokensPage),
  },
  {
    name: "workspaces",
    group: "service",
    isOfService: true,
    title: "workspaces.title",
    icon: "shop",
    right: "service",
    load: () => servicePages().then((file) => file.WorkspacesPage),
  },
  {
    name: "shops",
    group: "service",
    isOfService: true,
    title: "shops.title",
    icon: "shop",
    right: "service",
    onlyIn: "archive",
    load: () => servicePages().then((file) => file.ShopsPage),
  },
  {
    name: "system",
    group: "service",
    isOfService: true,
    title: "system.title",
    icon: "system",
    right: "service",
    load: () => servicePages().then((file) => file.SystemPage),
  },
  {
    name: "audit",
    group: "service",
    isOfService: true,
    title: "audit.title",
    icon: "audit",
    right: "admin",
    load: () => servicePages().then((file) => file.AuditPage),
  },

  // Without a group: start.

  {
    name: "start",
    group: null,
    isOfService: true,
    title: "start.title",
    icon: "book",
    right: "read",
    onlyIn: "shop",
    load: () => import("../pages/start/start-page.tsx").then((file) => file.StartPage),
  },
  {
    name: "me",
    group: null,
    isOfService: true,
    title: "people.you",
    icon: "person",
    right: "read",
    load: () => servicePages().then((file) => file.MePage),
  },
  {
    name: "welcome",
    group: null,
    isOfService: true,
    title: "people.welcome",
    icon: "person",
    right: "read",
    load: () => servicePages().then((file) => file.WelcomePage),
  },
];

/** The pages that this service has, whoever may see them. */
export function pagesHere(): readonly PageEntry[] {
  const place = isArchive() ? "archive" : "shop";
  return PAGES.filter(({ onlyIn = place }) => onlyIn === place);
}

/** The page of an address. @returns undefined when there is none */
export function pageOf(name: string, isOfService: boolean): PageEntry | undefined {
  return pagesHere().find((page) => page.name === name && page.isOfService === isOfService);
}
