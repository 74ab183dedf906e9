-- outside a transaction
ALTER TABLE notifications VALIDATE CONSTRAINT notifications_kind_check;
