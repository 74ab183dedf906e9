-- outside a transaction
-- Only rows of unanswered message requests change, a small part of the table; readers, and writers of other rows, do not
-- wait. The update may run again after an interruption.
UPDATE conversation_members SET request_status = 'pending' WHERE request_status = 'asked';
ALTER TABLE conversation_members VALIDATE CONSTRAINT conversation_members_request_status_check;
