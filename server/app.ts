import type { FastifyInstance } from 'fastify'
import { mailPasswordReset, viewerFinder } from './auth/auth.actions.ts'
import { deleteExpired } from './auth/auth.queries.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { addExportDownload, exportRoutes } from './auth/export.routes.ts'
import { mailEmailChange } from './auth/email.actions.ts'
import { securityRoutes } from './auth/security.routes.ts'
import { findPushMessage, findTalk, findWaiting, spreadMessages } from './chat/chat.actions.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import { type Database, ping } from './database/connect.ts'
import { cellKeeper } from './feed/feed.actions.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import type { SweptStore } from './media/media.actions.ts'
import { isModerator } from './moderation/moderation.queries.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import {
  fanOutPost,
  findNews,
  forget,
  pushNotification,
  ring,
  tellHappenings,
} from './notifications/notifications.actions.ts'
import { findPositionNow, findSubscribed } from './notifications/notifications.queries.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { onboardingRoutes } from './onboarding/onboarding.routes.ts'
import { placesRoutes } from './places/places.routes.ts'
import type { Config } from './platform/config.ts'
import { addDocs } from './platform/docs.ts'
import { addFiles } from './platform/files.ts'
import { addHealth } from './platform/health.ts'
import { createServer } from './platform/http.ts'
import type { Log } from './platform/log.ts'
import type { JobHandlers, JobQueue } from './platform/jobs.ts'
import { openLive } from './platform/live.ts'
import type { Mail } from './platform/mail.ts'
import { addOpening } from './pages/preload.ts'
import type { Push } from './platform/push.ts'
import { createRateLimiter, noRateLimits } from './platform/rate-limit.ts'
import { findLooks } from './posts/posts.queries.ts'
import { postsRoutes } from './posts/posts.routes.ts'
import { viewLook } from './posts/posts.views.ts'
import { searchRoutes } from './search/search.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { spottedRoutes } from './spotted/spotted.routes.ts'
import { deleteExpiredStories } from './stories/stories.actions.ts'
import { storiesRoutes } from './stories/stories.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

export type House = {
  config: Config
  log: Log
  db: Database
  /** The same database, for what needs a connection of its own. */
  databaseUrl: string
  pictures: SweptStore
  jobs: JobQueue
  mail: Mail
  push: Push
  /** Where the built web app and the pictures lie. */
  folders: { web: string; media: string }
}

/** What is done after the calls, by whichever process comes to it. */
const jobHandlers = ({ config, db, pictures, jobs, mail, push }: House): JobHandlers => ({
  happening: (trx, happenings) => tellHappenings(trx, jobs, happenings),
  async fanOut(trx, posts) {
    for (const post of posts) await fanOutPost(trx, jobs, post)
  },
  async message(trx, messages) {
    await spreadMessages(trx, jobs, messages, await findSubscribed(trx, [...new Set(messages.map(({ to }) => to))]))
  },
  push: (job) => pushNotification(db, push, job),
  async pushMessage(job) {
    const message = await findPushMessage(db, job)
    if (message) await ring(db, push, job.user, message)
  },
  mail: (letter) => mail.send(letter),
  passwordReset: ({ email }) => mailPasswordReset(db, mail, config.publicUrl, email),
  emailChange: (change) => mailEmailChange(db, mail, config.publicUrl, change),
  expireStories: async () => void (await deleteExpiredStories(db, pictures)),
  async housekeeping() {
    await pictures.sweep(db)
    await deleteExpired(db)
    await mail.sweep()
    await forget(db)
  },
})

/** The whole server, not yet listening, but at work: it takes up the jobs that are waiting. */
export async function createApp(house: House): Promise<FastifyInstance> {
  const { config, log, db, databaseUrl, jobs, push, folders } = house
  const findViewer = viewerFinder(db)
  const app = await createServer({
    config,
    log,
    rateLimiter: config.rateLimits ? createRateLimiter(db) : noRateLimits,
    findViewer,
    isModerator: (viewerId) => isModerator(db, viewerId),
    handlers: {
      ...authRoutes(house),
      ...exportRoutes(house),
      ...securityRoutes(house),
      ...onboardingRoutes(db),
      ...feedRoutes(db, cellKeeper(db)),
      ...postsRoutes(house),
      ...commentsRoutes(db, jobs),
      ...placesRoutes(house),
      ...usersRoutes(house),
      ...spottedRoutes(db, jobs),
      ...storiesRoutes(house),
      ...chatRoutes(house),
      ...searchRoutes(db),
      ...settingsRoutes(db, jobs),
      ...moderationRoutes(house),
      ...notificationsRoutes(db, push),
    },
  })
  openLive(app, databaseUrl, log, {
    findViewer,
    findNow: () => findPositionNow(db),
    findNews: (viewerId, after) => findNews(db, viewerId, after),
    findWaiting: (viewerId) => findWaiting(db, viewerId),
    findTalk: (viewerId, otherId, numbers) => findTalk(db, viewerId, otherId, numbers),
    findPosts: async (looks) =>
      (
        await findLooks(
          db,
          looks.map(({ viewerId }) => viewerId),
          looks.map(({ postId }) => postId),
        )
      ).map(viewLook),
  })
  addExportDownload(app, house, findViewer)
  addHealth(app, () => ping(db))
  addDocs(app)
  await addFiles(app, folders)
  await addOpening(app, folders.web)
  await jobs.work(jobHandlers(house))
  return app
}
