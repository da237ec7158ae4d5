-- Hosts always have the real printer's own answers while it can be reached.
ALTER TABLE printer DROP COLUMN pass_through;

-- What hosts find while the real printer is out of reach: `accept` or `report`.
ALTER TABLE printer ADD COLUMN when_unreachable TEXT NOT NULL DEFAULT 'accept';
