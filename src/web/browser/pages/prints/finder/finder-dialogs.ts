/* The dialogs of the search box, in one file: they are opened seldom. */

export { BuilderDialog } from "./builder-dialog.tsx";
export { ExportDialog } from "./export-dialog.tsx";
export { ManageDialog, SaveDialog } from "./saved-searches-dialogs.tsx";
export { WhenDialog } from "./when-dialog.tsx";
