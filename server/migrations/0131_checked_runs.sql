-- Reads all runs, while they are read and written as ever.
DO $$
DECLARE
  v_name name := (SELECT conname FROM pg_constraint
                  WHERE conrelid = 'runs'::regclass AND conname ~ '^runs_before_\d{4}_\d\d$');
BEGIN
  IF v_name IS NOT NULL THEN
    EXECUTE format('ALTER TABLE runs VALIDATE CONSTRAINT %I', v_name);
  END IF;
END $$;
