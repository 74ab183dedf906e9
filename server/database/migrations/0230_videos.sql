-- Milliseconds of a video, whose cover this picture is; null for a picture that does not move. The file is <name>.mp4.
-- Every row satisfies the condition: the next file validates it.
ALTER TABLE media
  ADD COLUMN video_ms int,
  ADD CONSTRAINT media_video_ms_check CHECK (video_ms > 0 AND video_ms <= 61000) NOT VALID;
