-- People who sign in to the dashboard. A user is who prints and tokens are by, and stays; a person is one who may sign in.
-- A version of before knows neither this table nor the two below, and lets nobody in by them; what it knows stays until it ends.
CREATE TABLE person (
  id INTEGER PRIMARY KEY NOT NULL REFERENCES user (id),
  name_key TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'operator', 'administrator')),
  -- The one workspace that the role is for; NULL for all of them.
  workspace_id INTEGER REFERENCES workspace (id),
  password_hash TEXT,
  password_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX person_name_key ON person (name_key);
INSERT INTO person (id, name_key, role, created_at)
  SELECT id, lower(name), 'administrator', created_at FROM user ORDER BY id LIMIT 1;

CREATE TABLE person_session (
  id TEXT PRIMARY KEY NOT NULL,
  secret_hash BLOB NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  token_id TEXT REFERENCES token (id),
  opened_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  client TEXT NOT NULL,
  user_agent TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX person_session_secret ON person_session (secret_hash);
INSERT INTO person_session
  SELECT id, secret_hash, user_id, token_id, iif(token_id IS NULL, 'link', 'token'), created_at, expires_at, last_used_at,
    client, user_agent
  FROM session WHERE token_id IS NOT NULL OR user_id IN (SELECT id FROM person);
CREATE TRIGGER person_session_ended AFTER DELETE ON person_session
BEGIN
  DELETE FROM session WHERE id = OLD.id;
END;

CREATE TABLE person_link (
  code_hash BLOB PRIMARY KEY NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO person_link SELECT code_hash, user_id, expires_at FROM sign_in_link;
CREATE TRIGGER person_link_used AFTER DELETE ON person_link
BEGIN
  DELETE FROM sign_in_link WHERE code_hash = OLD.code_hash;
END;
