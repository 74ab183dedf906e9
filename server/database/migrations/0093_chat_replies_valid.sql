-- outside a transaction
ALTER TABLE messages VALIDATE CONSTRAINT messages_reply_to_earlier;
ALTER TABLE messages VALIDATE CONSTRAINT messages_reply_to_fkey;
DROP INDEX CONCURRENTLY IF EXISTS messages_replies;
CREATE INDEX CONCURRENTLY messages_replies ON messages (conversation_id, reply_to) WHERE reply_to IS NOT NULL;
