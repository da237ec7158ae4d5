/* Pages of the service and of who is signed in, in one file. */

export { AuditPage } from "./audit/audit-page.tsx";
export { MePage } from "./me/me-page.tsx";
export { NotificationsPage } from "./notifications/notifications-page.tsx";
export { PeoplePage } from "./people/people-page.tsx";
export { SessionsPage } from "./sessions/sessions-page.tsx";
export { ShopsPage } from "./shops/shops-page.tsx";
export { SystemPage } from "./system/system-page.tsx";
export { TokensPage } from "./tokens/tokens-page.tsx";
export { WelcomePage } from "./welcome/welcome-page.tsx";
export { WorkspacesPage } from "./workspaces/workspaces-page.tsx";
