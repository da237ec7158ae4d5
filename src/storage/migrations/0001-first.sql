CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE workspace (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL,
  slug_key TEXT NOT NULL,
  width INTEGER NOT NULL CHECK (width BETWEEN 24 AND 80),
  print_quota INTEGER CHECK (print_quota >= 0),
  request_rate INTEGER CHECK (request_rate > 0),
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX workspace_slug_key ON workspace (slug_key);

CREATE TABLE token (
  id TEXT PRIMARY KEY NOT NULL,
  secret_hash BLOB NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  name TEXT NOT NULL,
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX token_workspace ON token (workspace_id);

CREATE TABLE sign_in_link (
  code_hash BLOB PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  secret_hash BLOB PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  token_id TEXT REFERENCES token (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE print (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  ordinal INTEGER NOT NULL,
  print_key TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  device_id TEXT,
  label TEXT,
  tag TEXT NOT NULL DEFAULT '{}',
  quantity INTEGER,
  width INTEGER NOT NULL,
  test_print INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX print_ordinal ON print (workspace_id, ordinal);
CREATE INDEX print_created_at ON print (workspace_id, created_at);

CREATE TABLE print_data (
  print_id INTEGER PRIMARY KEY NOT NULL REFERENCES print (id),
  sha256 BLOB NOT NULL,
  byte_length INTEGER NOT NULL,
  encoding INTEGER NOT NULL,
  content BLOB NOT NULL
) STRICT;

CREATE TABLE idempotency_key (
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  key TEXT NOT NULL,
  payload_hash BLOB NOT NULL,
  print_id INTEGER NOT NULL REFERENCES print (id),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_key_created_at ON idempotency_key (created_at);
