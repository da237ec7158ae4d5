-- Searches that people of a workspace have given a name.
CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id INTEGER NOT NULL REFERENCES workspace (id),
  name TEXT NOT NULL,
  -- The name in lower case: a workspace has each once.
  name_key TEXT NOT NULL,
  -- As it is written in the search box.
  query TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX saved_search_name ON saved_search (workspace_id, name_key);

-- Few prints are test prints; searches ask for them.
CREATE INDEX print_test ON print (workspace_id, ordinal) WHERE test_print = 1;
