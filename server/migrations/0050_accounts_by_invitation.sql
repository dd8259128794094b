-- An invitation proves nothing about its address: an owner can open the link themselves. So the account that it makes is
-- good in that organisation only, and an address can have several accounts, one for each organisation that invited it.
-- A release before this one cannot create accounts from here on; everything else goes on.
ALTER TABLE members DROP CONSTRAINT members_email_key;
CREATE INDEX members_by_email ON members (email);
