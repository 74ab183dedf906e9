-- outside a transaction
-- A photo without words is a post. Nothing at all is none.
ALTER TABLE posts
  DROP CONSTRAINT IF EXISTS posts_words_or_picture,
  ADD CONSTRAINT posts_words_or_picture
    CHECK (char_length(text) <= 2000 AND (text <> '' OR media_id IS NOT NULL)) NOT VALID;
ALTER TABLE posts VALIDATE CONSTRAINT posts_words_or_picture;
ALTER TABLE posts DROP CONSTRAINT IF EXISTS posts_text_check;
