-- What the client that published it called it: sent again, it is the same. Null: it was published without.
ALTER TABLE posts ADD COLUMN client_id uuid;
ALTER TABLE stories ADD COLUMN client_id uuid;
