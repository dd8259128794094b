-- As before; and what an early report said stays with the message when its sending is recorded.
CREATE OR REPLACE FUNCTION heed_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status := NEW.reported;
  IF NEW.reported = 'undelivered' THEN
    NEW.error := coalesce(NEW.error, OLD.error);
  END IF;
  RETURN NEW;
END $$;
