-- What was changed in what the printer was sent, sentences in a JSON list.
ALTER TABLE delivery ADD COLUMN notes TEXT NOT NULL DEFAULT '[]';
-- Why it is held or kept; until now there was one cause.
ALTER TABLE delivery ADD COLUMN cause TEXT;
UPDATE delivery SET cause = 'interrupted' WHERE state = 'held';
ALTER TABLE delivery ADD COLUMN is_copy INTEGER NOT NULL DEFAULT 0;
-- The printer that it is for while another one, its backup, has it.
ALTER TABLE delivery ADD COLUMN for_printer_id INTEGER;
ALTER TABLE delivery ADD COLUMN released_at INTEGER;
CREATE INDEX delivery_diverted ON delivery (for_printer_id) WHERE for_printer_id IS NOT NULL AND state = 'queued';

-- Durations are seconds.
ALTER TABLE printer ADD COLUMN kick_lifetime INTEGER DEFAULT 10;
ALTER TABLE printer ADD COLUMN marks INTEGER NOT NULL DEFAULT 1;
ALTER TABLE printer ADD COLUMN mark_late INTEGER DEFAULT 300;
ALTER TABLE printer ADD COLUMN hold_after INTEGER DEFAULT 3600;
ALTER TABLE printer ADD COLUMN expire_after INTEGER;
ALTER TABLE printer ADD COLUMN repeats TEXT NOT NULL DEFAULT 'print';
ALTER TABLE printer ADD COLUMN backup TEXT;
ALTER TABLE printer ADD COLUMN backup_after INTEGER NOT NULL DEFAULT 30;
-- Names of printers, a JSON list.
ALTER TABLE printer ADD COLUMN also TEXT NOT NULL DEFAULT '[]';
