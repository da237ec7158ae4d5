/*
 * What the audit log knows: every administrative act, once. An act is named by what it is about and what was done to it. What
 * is there stays: databases hold the names.
 */

/** Each act, and what an entry of it says, in a few words. The subject of an entry is what stands before the dot. */
export const AUDIT_ACTS = {
  "token.created": "An API token was made.",
  "token.revoked": "An API token was revoked.",
  "sign-in-link.created": "A one-time link for signing in was made.",
  "session.opened": "Somebody signed in to the dashboard.",
  "session.ended": "A session of the dashboard was ended.",
  "workspace.created": "A workspace was made.",
  "workspace.changed": "Settings of a workspace were changed.",
  "printer.created": "A printer was made.",
  "printer.changed": "Settings of a printer were changed.",
  "printer.removed": "A printer was removed.",
  "printer.pairing-begun": "A printer was to take the next public web page that prints.",
  "printer.origin-allowed": "A public web page was taken as one that may print.",
  "printer.poll-address-created": "The address that a real printer asks for its prints was made.",
  "printer.held-released": "All that a printer held for a person was released.",
  "printer.held-cancelled": "All that a printer held for a person was cancelled.",
  "delivery.released": "A delivery that was held was released.",
  "delivery.cancelled": "A delivery was cancelled.",
  "delivery.retried": "A delivery that had failed was tried again.",
  "print.deleted": "A print was marked deleted.",
  "print.restored": "A print is not marked deleted any more.",
  "print.erased": "A print was erased for good.",
  "print.purged": "Prints that were deleted were removed for good.",
  "rule.created": "A rule was made.",
  "rule.changed": "A rule was changed.",
  "rule.removed": "A rule was removed.",
  "rule.defaults-switched": "The rules that come with Tillroll were switched on or off.",
  "rule.applied": "Rules were applied to prints that were stored before.",
  "webhook.created": "A webhook was made.",
  "webhook.changed": "A webhook was changed.",
  "webhook.removed": "A webhook was removed.",
  "index.rebuilt": "The search index was to be built anew.",
  "clock.accepted": "The machine's clock was believed, however it had jumped.",
  "clock.repaired": "What was stored in a wrong future was to be dated anew.",
  "certificate.renewed": "The certificate was made anew.",
  "certificate.replaced": "Another certificate was put in place.",
  "retention.changed": "What is kept, and for how long, was changed.",
  "retention.applied": "What is not to be kept any more was deleted.",
  "hold.created": "A legal hold was made.",
  "hold.removed": "A legal hold was lifted.",
  "backup.made": "A backup was made.",
  "backup.changed": "Where backups go, or when, was changed.",
  "backup.removed": "Old backups were removed.",
  "backup.restored": "A backup was restored.",
  "update.installed": "Another version was put in place.",
  "update.reverted": "The version before was put back.",
  "service.installed": "The service was made to start with the machine.",
  "service.uninstalled": "The service was made not to start with the machine any more.",
  "service.started": "The service was started.",
  "service.stopped": "The service was stopped.",
  "configuration.changed": "The service was started with another configuration than the last time.",
  "diagnostics.made": "A diagnostics bundle was made.",
  "audit.expired": "Entries of the audit log that were older than asked for were removed.",
} as const;

export type AuditAct = keyof typeof AUDIT_ACTS;

export const AUDIT_ACT_NAMES = Object.keys(AUDIT_ACTS) as readonly AuditAct[];
