-- Whether a video has no sound that one could turn on. Of those stored before it is not known.
ALTER TABLE media ADD COLUMN video_is_silent boolean NOT NULL DEFAULT false;
