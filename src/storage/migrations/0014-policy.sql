-- What was changed in what the printer was sent, sentences in a JSON list.
ALTER TABLE delivery ADD COLUMN notes TEXT NOT NULL DEFAULT '[]';
