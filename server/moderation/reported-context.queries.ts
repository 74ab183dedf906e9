import type { Input } from '#contract/calls.ts'
import { statement } from '#server/database/statement.ts'

/** `post_id` is null for a reported user. */
type Subject = { author_id: number; post_id: number | null }

const findSubject = (sql: string) => statement<Subject, [id: number]>(`${sql} AND r.closed_by IS NULL LIMIT 1`).first

/** Each returns whose content an open report is about, and of which post; undefined without an open report. */
export const findReportedSubject = {
  post: findSubject(`
    SELECT p.author_id, p.id AS post_id FROM reports r JOIN posts p ON p.id = r.post_id WHERE r.post_id = $1`),
  comment: findSubject(`
    SELECT p.author_id, p.id AS post_id
    FROM reports r JOIN comments c ON c.id = r.comment_id JOIN posts p ON p.id = c.post_id WHERE r.comment_id = $1`),
  user: findSubject(`
    SELECT r.reported_user_id AS author_id, NULL::bigint AS post_id FROM reports r
    WHERE r.reported_user_id = $1
      AND COALESCE(r.post_id, r.comment_id, r.story_id, r.message_id, r.place_id, r.event_id) IS NULL`),
} satisfies Record<Input<'getReportedContext'>['target_type'], ReturnType<typeof findSubject>>
