-- What a person is told of a session, and the name by which it is ended. The hash of its secret is neither.
ALTER TABLE session ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN client TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
UPDATE session SET id = lower(hex(randomblob(9))), last_used_at = created_at;
CREATE UNIQUE INDEX session_id ON session (id);
