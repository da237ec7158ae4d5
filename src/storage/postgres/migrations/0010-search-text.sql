-- What `contains` looks for in one text: the folded label, and the folded value of each tag, a line feed between two. It holds a part
-- wherever one of them does, and an index of trigrams finds it where the database has them.
ALTER TABLE print ADD COLUMN search_text text NOT NULL DEFAULT '';

UPDATE print SET search_text = coalesce(label_folded, '') || chr(10)
  || coalesce((SELECT string_agg(each_tag.value, chr(10)) FROM jsonb_each_text(tag_folded) AS each_tag (key, value)), '')
  WHERE removed_at IS NULL;

-- From here on a `_folded` column has only what is not the text itself with the letters A to Z in lower case.
ALTER TABLE print ALTER COLUMN print_key_folded DROP NOT NULL;

-- A label is looked for in one shop and in all: its shop comes second.
DROP INDEX print_label;
CREATE INDEX print_label ON print (label, workspace_id);

-- How many prints of all shops have a value.
CREATE INDEX value_count_all ON value_count (source, value);
