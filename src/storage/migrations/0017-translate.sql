-- What the real printer behind a printer is (NULL: what the printer is), and which prints are drawn for it.
ALTER TABLE printer ADD COLUMN target_model TEXT;
ALTER TABLE printer ADD COLUMN translate TEXT NOT NULL DEFAULT 'auto';
