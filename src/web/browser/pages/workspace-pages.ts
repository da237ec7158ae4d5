/* Pages on which a workspace is set up and looked through, in one file. */

export { ComparePage } from "./compare/compare-page.tsx";
export { FiscalPage } from "./fiscal/fiscal-page.tsx";
export { GapsPage } from "./gaps/gaps-page.tsx";
export { ReferencesPage } from "./references/references-page.tsx";
export { RetentionPage } from "./retention/retention-page.tsx";
export { RulesPage } from "./rules/rules-page.tsx";
export { SettingsPage } from "./settings/settings-page.tsx";
export { WebhooksPage } from "./webhooks/webhooks-page.tsx";
export { JournalPage } from "./journal/journal-page.tsx";
