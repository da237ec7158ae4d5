-- The last time that the rules of a workspace were applied again to prints that were there: to which, by ordinal, and how
-- far that has got.
CREATE TABLE rule_application (
  workspace_id INTEGER PRIMARY KEY NOT NULL REFERENCES workspace (id),
  first_ordinal INTEGER NOT NULL,
  next_ordinal INTEGER NOT NULL,
  end_ordinal INTEGER NOT NULL,
  filled INTEGER NOT NULL DEFAULT 0
) STRICT;
