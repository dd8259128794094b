-- The primary keys of these two began with a number of all organisations. On several nodes a key has to name the organisation.
ALTER TABLE segment_changes DROP CONSTRAINT segment_changes_pkey, ADD PRIMARY KEY (organisation_id, id);
ALTER TABLE segment_moves DROP CONSTRAINT segment_moves_pkey, ADD PRIMARY KEY (organisation_id, id);
