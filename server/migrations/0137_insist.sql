-- For a transaction whose last statements and COMMIT are sent together: what would have been looked at in between ends it here. Each
-- caller has a code of its own, so that nothing else can be taken for it.
CREATE FUNCTION insist(holds boolean, code text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT holds THEN
    RAISE EXCEPTION 'what was read does not hold any more: the transaction has no effect' USING ERRCODE = code;
  END IF;
END $$;
