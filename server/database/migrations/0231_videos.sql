-- outside a transaction
ALTER TABLE media VALIDATE CONSTRAINT media_video_ms_check;
