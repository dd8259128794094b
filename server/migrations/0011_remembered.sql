-- For a transaction that was decided by what a process remembers (src/events/recall-facts.ts): its time, or, if that does
-- not hold any more, its end. The code is ours, so that nothing else can be taken for it.
CREATE FUNCTION now_if(still_holds boolean) RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  IF still_holds THEN RETURN now(); END IF;
  RAISE EXCEPTION 'what was remembered does not hold any more: the batch is decided anew' USING ERRCODE = 'MR001';
END $$;
