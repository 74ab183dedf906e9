-- Secrets that all servers on this database share. 32 bytes, of which gen_random_uuid() makes 244 bits random.
CREATE TABLE server_keys (
  name text COLLATE "C" PRIMARY KEY,
  key bytea NOT NULL CHECK (octet_length(key) = 32)
);
INSERT INTO server_keys (name, key)
VALUES ('cursors', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));
