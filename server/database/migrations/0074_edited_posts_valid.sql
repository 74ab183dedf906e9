-- outside a transaction
ALTER TABLE feed_changes VALIDATE CONSTRAINT feed_changes_subject_check;
