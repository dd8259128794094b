-- The keys by which guests are found were generated columns. PostgreSQL works out all of those again with every change of a row whose table has
-- a trigger before changes: three lower() and two regular expressions whenever a guest gets a point. A trigger of their own sees to them when
-- what they are made of changes: adding points to a guest takes 13.5 µs instead of 17.8 (batches of 900, least of 60, three times each).
ALTER TABLE guests
  ALTER COLUMN name_key DROP EXPRESSION,
  ALTER COLUMN last_name_key DROP EXPRESSION,
  ALTER COLUMN email_key DROP EXPRESSION,
  ALTER COLUMN phone_key DROP EXPRESSION,
  ALTER COLUMN external_key DROP EXPRESSION;

CREATE FUNCTION keep_guest_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name_key := lower(NEW.name);
  NEW.last_name_key := CASE WHEN NEW.name ~ '\s' THEN lower(substring(NEW.name FROM '\S+$')) END;
  NEW.email_key := lower(NEW.email);
  NEW.phone_key := NEW.phone;
  NEW.external_key := lower(NEW.external_id);
  RETURN NEW;
END $$;

CREATE TRIGGER keys_given BEFORE INSERT ON guests FOR EACH ROW EXECUTE FUNCTION keep_guest_keys();
CREATE TRIGGER keys_changed BEFORE UPDATE OF name, email, phone, external_id, name_key, last_name_key, email_key, phone_key, external_key
  ON guests FOR EACH ROW EXECUTE FUNCTION keep_guest_keys();
