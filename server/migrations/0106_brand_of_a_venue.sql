-- How e-mails of a venue look where that differs from the organisation's, which is in its settings. NULL: it does not.
ALTER TABLE venues ADD COLUMN brand jsonb;
