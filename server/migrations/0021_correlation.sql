-- What a run listens for, as a key that an event can look up: '' for anything (a change of the guest, and what was
-- registered before there were keys), or the source, and with it the value of a parameter.
ALTER TABLE watches ADD key text NOT NULL DEFAULT '';
ALTER TABLE watches DROP CONSTRAINT watches_pkey;
ALTER TABLE watches ADD PRIMARY KEY (organisation_id, guest_id, run_id, kind, key);
CREATE INDEX watches_by_key ON watches (organisation_id, guest_id, key);
