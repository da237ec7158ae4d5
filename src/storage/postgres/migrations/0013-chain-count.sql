-- Counts of many shops at once: of a block of 64 workspaces whose ids stand next to each other (id / 64). Whoever writes prints
-- counts for their workspace alone, so that no shop waits for another; what has changed there is added to its block later.

-- An older Tillroll that still writes would leave the blocks wrong: it fails by these names.
ALTER TABLE print_count RENAME TO day_count;
ALTER TABLE counted_source RENAME TO value_source;

-- How much of a count its block has, and whether that is all: 1, or 0.
ALTER TABLE day_count ADD COLUMN chain_n bigint NOT NULL DEFAULT 0;
ALTER TABLE day_count ADD COLUMN chain_deleted_n bigint NOT NULL DEFAULT 0;
ALTER TABLE day_count ADD COLUMN is_in_chain smallint NOT NULL DEFAULT 0;
ALTER TABLE value_count ADD COLUMN chain_n bigint NOT NULL DEFAULT 0;
ALTER TABLE value_count ADD COLUMN chain_deleted_n bigint NOT NULL DEFAULT 0;
ALTER TABLE value_count ADD COLUMN is_in_chain smallint NOT NULL DEFAULT 0;

CREATE TABLE chain_day_count (
  block bigint NOT NULL,
  day bigint NOT NULL,
  n bigint NOT NULL,
  deleted_n bigint NOT NULL,
  PRIMARY KEY (block, day)
);

CREATE TABLE chain_value_count (
  block bigint NOT NULL,
  source text NOT NULL,
  value text NOT NULL,
  n bigint NOT NULL,
  deleted_n bigint NOT NULL,
  PRIMARY KEY (block, source, value)
);

-- What the blocks do not have yet. A count that is not among it stays where it is in an index while it changes.
CREATE INDEX day_count_pending ON day_count (workspace_id, day) WHERE is_in_chain = 0;
CREATE INDEX value_count_pending ON value_count (source, workspace_id) WHERE is_in_chain = 0;

CREATE INDEX value_source_uncounted ON value_source (source, workspace_id) WHERE is_counted = 0;

-- The counts of a value in all shops are those of their blocks now.
DROP INDEX value_count_all;
