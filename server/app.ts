import type { FastifyInstance } from 'fastify'
import { findViewer } from './auth/auth.actions.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import { type Database, ping } from './database/connect.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import type { PictureStore } from './media/media.rules.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { onboardingRoutes } from './onboarding/onboarding.routes.ts'
import { placesRoutes } from './places/places.routes.ts'
import type { Config } from './platform/config.ts'
import { addDocs } from './platform/docs.ts'
import { addFiles } from './platform/files.ts'
import { addHealth } from './platform/health.ts'
import { createServer } from './platform/http.ts'
import type { Log } from './platform/log.ts'
import type { Mail } from './platform/mail.ts'
import { createRateLimiter, noRateLimits } from './platform/rate-limit.ts'
import { postsRoutes } from './posts/posts.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { spottedRoutes } from './spotted/spotted.routes.ts'
import { storiesRoutes } from './stories/stories.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

export type House = {
  config: Config
  log: Log
  db: Database
  pictures: PictureStore
  mail: Mail
  /** Where the built web app and the pictures lie. */
  folders: { web: string; media: string }
}

/** The whole server, not yet listening. */
export async function createApp({ config, log, db, pictures, mail, folders }: House): Promise<FastifyInstance> {
  const app = await createServer({
    config,
    log,
    rateLimiter: config.rateLimits ? createRateLimiter(db) : noRateLimits,
    findViewer: (token) => findViewer(db, token),
    handlers: {
      ...authRoutes({ db, pictures, mail, log }),
      ...onboardingRoutes(db),
      ...feedRoutes(db),
      ...postsRoutes(db, pictures),
      ...commentsRoutes(db),
      ...placesRoutes(db, mail),
      ...usersRoutes(db, pictures),
      ...spottedRoutes(db),
      ...storiesRoutes(db, pictures),
      ...searchRoutes(db),
      ...settingsRoutes(db),
      ...moderationRoutes(db),
    },
  })
  addHealth(app, () => ping(db))
  addDocs(app)
  await addFiles(app, folders)
  return app
}
