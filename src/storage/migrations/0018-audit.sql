-- What was done by whom, in the order in which it was done. Entries are never changed; ids are not given twice.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  act TEXT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_name TEXT NOT NULL,
  address TEXT,
  request_id TEXT,
  -- Not a reference: an entry outlasts what it is about.
  workspace_id INTEGER,
  subject TEXT NOT NULL,
  details TEXT NOT NULL
) STRICT;

CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_act ON audit (act, at);
CREATE INDEX audit_actor ON audit (actor_id, at);
CREATE INDEX audit_subject ON audit (subject, at);
CREATE INDEX audit_workspace ON audit (workspace_id, at);

CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
BEGIN
  SELECT raise(ABORT, 'an entry of the audit log is never changed');
END;
