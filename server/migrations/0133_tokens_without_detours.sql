-- A token wrote more about its limits and its key than about itself.

-- Every admitted request changes `touched`, so that with an index on it no change could stay on its page: both indexes got another entry
-- each time. Rows are deleted by it once an hour, and there are as many as clients and addresses of that hour: then they are read one by one.
DROP INDEX strict_limits_touched;

-- To check that its key is there, each token locked the row of the key, which writes that row. The statement that finds the key by its secret is
-- in the same transaction, keys are never deleted alone, and a token whose key is gone is good for nothing.
ALTER TABLE access_tokens DROP CONSTRAINT access_tokens_organisation_id_key_id_fkey;
