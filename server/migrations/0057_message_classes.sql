-- A transactional message is about something that the guest asked for: it needs no marketing consent, and it does not
-- count towards the caps of marketing. Everything that was written before is marketing, as it was treated.
ALTER TABLE messages ADD COLUMN transactional boolean NOT NULL DEFAULT false;
