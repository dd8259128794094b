-- What a member reads the dashboard in, as ISO 639 names it. null: what their browser prefers.
ALTER TABLE members ADD COLUMN language text CHECK (language ~ '^[a-z]{2}$');
