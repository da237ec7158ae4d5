-- How each printer was when that was last told, so that a restart tells nothing twice.
CREATE TABLE printer_condition (
  printer_id INTEGER PRIMARY KEY NOT NULL,
  state TEXT NOT NULL,
  since INTEGER,
  -- The last delivery that was told of as waiting.
  told_delivery INTEGER NOT NULL DEFAULT 0,
  last_print_at INTEGER
) STRICT;

-- How each part of the service was when that was last told.
CREATE TABLE health_condition (
  component TEXT PRIMARY KEY NOT NULL,
  state TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who is told away from the page: by mail, by a post as ntfy takes them, or by a webhook.
CREATE TABLE notification_target (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- Recipients of mail, or an address of the web.
  address TEXT NOT NULL,
  -- The mail server, with its password; NULL for that of the service.
  server TEXT,
  -- The token of a post, or the key of a webhook's signatures.
  secret TEXT,
  -- NULL for all workspaces.
  workspace_id INTEGER REFERENCES workspace (id),
  -- Kinds of events, as JSON.
  events TEXT NOT NULL,
  -- Local times such as 22:00-07:00.
  quiet_hours TEXT,
  language TEXT NOT NULL,
  priority INTEGER,
  state TEXT NOT NULL,
  -- The last event that was looked at.
  last_event INTEGER NOT NULL,
  -- When each topic was told last, as JSON.
  told TEXT NOT NULL DEFAULT '{}',
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  next_attempt_at INTEGER,
  sent_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- What is to be told and was not: gone when it was.
CREATE TABLE notice (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  target_id INTEGER NOT NULL,
  -- What it is about: of the same topic not much is told in a short time.
  topic TEXT NOT NULL,
  kind TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX notice_target ON notice (target_id, id);
