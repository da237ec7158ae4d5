-- A print in fewer bytes. Its tags are kept once, as `tag_values`, and beside them only the order in which they came; what is
-- of one length stands together, so that nothing is lost between; and an index of a time ends with it: two prints of one
-- moment are sorted when they are read, and an index of two numbers stays full where a shop's prints come behind each other.

-- Whoever writes prints waits from here on, until all have moved.
ALTER TABLE print RENAME TO wide_print;

CREATE TABLE compact_print (
  workspace_id bigint NOT NULL,
  id bigint NOT NULL,
  ordinal bigint NOT NULL,
  user_id bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  -- When the archive had it.
  received_at bigint NOT NULL,
  deleted_at bigint,
  -- When it was removed for good: all but its identity and times is empty then.
  removed_at bigint,
  -- What the fingerprint is of, where a shop has put created_at right since; NULL where it is that.
  identified_at bigint,
  quantity bigint,
  byte_length integer NOT NULL,
  width smallint NOT NULL,
  test_print smallint NOT NULL,
  -- What it is shown with, where its printer said so (PaperSettings as JSON): printers stay in the shop.
  default_width smallint,
  paper text,
  -- SHA-256 of what it is identified by: a time, and the SHA-256 of the bytes. Its first 16 bytes.
  fingerprint bytea NOT NULL,
  -- The bytes, by their SHA-256 as they came.
  sha256 bytea NOT NULL,
  -- A `_folded` column has only what is not the text itself with the letters A to Z in lower case.
  print_key text NOT NULL,
  print_key_folded text,
  label text,
  label_folded text,
  device_id text,
  device_id_folded text,
  -- The tags as an object of texts, and each value folded that a database could not fold.
  tag_values jsonb NOT NULL,
  tag_folded jsonb,
  -- The order in which the tags came (`tagColumns`), or, where that does not tell their text, the text of the JSON itself.
  tag_order text,
  tag text,
  -- The folded label, and the folded value of each tag, a line feed between two.
  search_text text NOT NULL,
  recognised text,
  -- How and why it was removed: RemovedPrint as JSON.
  removal text,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, ordinal, fingerprint)
) /* hash 16 */;

INSERT INTO compact_print (workspace_id, id, ordinal, user_id, created_at, updated_at, received_at, deleted_at, removed_at,
    identified_at, quantity, byte_length, width, test_print, default_width, paper, fingerprint, sha256, print_key,
    print_key_folded, label, label_folded, device_id, device_id_folded, tag_values, tag_folded, tag_order, tag, search_text,
    recognised, removal)
  SELECT workspace_id, id, ordinal, user_id, created_at, updated_at, received_at, deleted_at, removed_at,
    identified_at, quantity, byte_length, width, test_print, default_width, paper, fingerprint, sha256, print_key,
    print_key_folded, label, label_folded, device_id, device_id_folded, tag_values, nullif(tag_folded, '{}'::jsonb),
    CASE WHEN ordered.tag = wide_print.tag THEN ordered.places END,
    CASE WHEN ordered.tag = wide_print.tag THEN NULL ELSE wide_print.tag END,
    search_text, recognised, removal
  FROM wide_print LEFT JOIN LATERAL (
    SELECT '{' || string_agg(to_json(key)::text || ':' || to_json(wide_print.tag_values ->> key)::text, ',' ORDER BY number) || '}' AS tag,
      string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', place, 1), '' ORDER BY number) AS places
    FROM (
      SELECT key, number, CAST(row_number() OVER (ORDER BY key COLLATE "C") AS integer) AS place
      -- A text with an escape stays as it is: JSON may have what no text has here.
      FROM json_object_keys(CASE WHEN strpos(wide_print.tag, chr(92) || 'u') > 0 THEN '{}' ELSE wide_print.tag END::json)
        WITH ORDINALITY AS each_key (key, number)
    ) AS placed
    HAVING count(*) <= 36
  ) AS ordered ON true;

DROP TABLE wide_print;
ALTER TABLE compact_print RENAME TO print;

CREATE INDEX print_created ON print (workspace_id, created_at);
CREATE INDEX print_updated ON print (workspace_id, updated_at);
CREATE INDEX print_device ON print (workspace_id, device_id, created_at);
CREATE INDEX print_label ON print (label, workspace_id);
CREATE INDEX print_all_key ON print (print_key);
CREATE INDEX print_all_created ON print (created_at);
CREATE INDEX print_all_updated ON print (updated_at);
CREATE INDEX print_all_received ON print (received_at);
CREATE INDEX print_tag ON print USING gin (tag_values jsonb_path_ops);
