-- As in the migrations, but that it reads what was changed and stores it in two statements: Citus plans none that does both.
CREATE OR REPLACE FUNCTION millrace.note_guest_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
  FOR one IN SELECT organisation_id, id FROM changed LOOP
    IF EXISTS (SELECT FROM millrace.segments s WHERE s.organisation_id = one.organisation_id) THEN
      INSERT INTO millrace.segment_changes (organisation_id, guest_id) VALUES (one.organisation_id, one.id);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
