-- A few words over the picture of a story.
ALTER TABLE stories
  ADD COLUMN caption text NOT NULL DEFAULT '',
  ADD CONSTRAINT stories_caption_check CHECK (char_length(caption) <= 200) NOT VALID;
-- Orders who has seen a story. Null: seen before this migration.
ALTER TABLE story_views ADD COLUMN id bigint;
ALTER TABLE story_views ALTER COLUMN id SET DEFAULT time_ordered_id();
