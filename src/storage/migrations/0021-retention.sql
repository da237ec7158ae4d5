-- How long prints stay. Of the rules of a workspace that a print fits, the first in the order of `position` decides; one
-- without limits keeps it.
CREATE TABLE retention_rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- The filters of a search, as JSON.
  condition TEXT NOT NULL,
  -- An age such as 2y, a number of prints, and bytes of prints.
  max_age TEXT,
  max_prints INTEGER,
  max_size INTEGER,
  enabled INTEGER NOT NULL DEFAULT 1,
  -- From when it deletes; NULL until it was looked at what it would delete at once, which is `would_delete`.
  applies_from INTEGER,
  would_delete INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX retention_rule_workspace ON retention_rule (workspace_id, position, id);

-- The limits that the service was started with, with the same two columns.
CREATE TABLE retention_limit (
  name TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL,
  applies_from INTEGER,
  would_delete INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- Prints that are not to be removed, whatever rules and people say. Rows stay when a hold is released.
CREATE TABLE retention_hold (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  name TEXT NOT NULL,
  condition TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  release_reason TEXT,
  released_by TEXT,
  released_at INTEGER
) STRICT;
CREATE INDEX retention_hold_workspace ON retention_hold (workspace_id, id);

-- Goes up with each change of a workspace's rules and holds: what was found out before counts no more.
CREATE TABLE retention_version (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  version INTEGER NOT NULL
) STRICT;

-- The last run, and until when nothing is deleted after the clock has made a leap; one row. `report` is JSON.
CREATE TABLE retention_run (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  ended_at INTEGER NOT NULL,
  resumes_at INTEGER,
  report TEXT NOT NULL
) STRICT;

-- Deleted prints in the order in which they are removed.
CREATE INDEX print_deleted ON print (workspace_id, deleted_at, id) WHERE deleted_at IS NOT NULL AND removal_id IS NULL;
