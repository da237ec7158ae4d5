-- Prints that were not removed, counted in the transactions that write them. `n` are those that are not deleted. By the day
-- of created_at, UTC: days since 1970.
CREATE TABLE print_count (
  workspace_id bigint NOT NULL,
  day bigint NOT NULL,
  n bigint NOT NULL,
  deleted_n bigint NOT NULL,
  PRIMARY KEY (workspace_id, day)
) /* hash 16 */;

-- What the values of prints are counted from: a field (`deviceId`), a tag (`tag:cashier`), or the keys of tags (`tagKeys`).
-- One with too many values is counted no more, and has no rows in value_count.
CREATE TABLE counted_source (
  workspace_id bigint NOT NULL,
  source text NOT NULL,
  value_count bigint NOT NULL,
  is_counted smallint NOT NULL,
  PRIMARY KEY (workspace_id, source)
) /* hash 16 */;

CREATE TABLE value_count (
  workspace_id bigint NOT NULL,
  source text NOT NULL,
  value text NOT NULL,
  n bigint NOT NULL,
  deleted_n bigint NOT NULL,
  PRIMARY KEY (workspace_id, source, value)
) /* hash 16 */;
