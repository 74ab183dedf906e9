import type { FastifyInstance, FastifyRequest } from 'fastify'
import { startFigures } from './administration/administration.actions.ts'
import { administrationRoutes } from './administration/administration.routes.ts'
import { createErrorCounter } from './administration/error-counter.ts'
import { deleteOldErrors, deleteOldFigures, upsertFigures } from './administration/figures.queries.ts'
import { deleteOldAnnouncements } from './announcements/announcements.queries.ts'
import { announcementsRoutes } from './announcements/announcements.routes.ts'
import { createCurrentAnnouncements } from './announcements/current-announcements.ts'
import type { AppContext } from './app-context.ts'
import { createScheduledBackups } from './backup/schedule.ts'
import { mailPasswordReset } from './auth/auth.actions.ts'
import { accountHelpRoutes } from './auth/account-help.routes.ts'
import { createViewerLookup } from './auth/viewer-lookup.actions.ts'
import { deleteExpired } from './auth/auth.queries.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createDemoOffer } from './auth/demo.actions.ts'
import { addExportDownload, exportRoutes } from './auth/export.routes.ts'
import { mailEmailChange, mailEmailConfirmation } from './auth/email.actions.ts'
import { isKnownDevice } from './auth/known-devices.actions.ts'
import { securityRoutes } from './auth/security.routes.ts'
import { findPushMessage, deliverMessages } from './chat/message-delivery.actions.ts'
import { findConversationEvents, findUnreadConversationsEvent } from './chat/live-events.actions.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { commentsRoutes } from './comments/comments.routes.ts'
import { ping } from './database/status.ts'
import { findServerKey } from './database/server-keys.ts'
import { createFeed } from './feed/feed-page.queries.ts'
import { PopulatedCells } from './feed/populated-cells.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { legalTextsRoutes } from './legal-texts/legal-texts.routes.ts'
import { countMapWhenDue, startCounting } from './map/map.actions.ts'
import { mapRoutes } from './map/map.routes.ts'
import { createStreetsFetcher } from './map/streets/streets-fetcher.ts'
import { streetsRoutes } from './map/streets/streets.routes.ts'
import { createPictureAccess } from './media/picture-access.actions.ts'
import { mediaRoutes } from './media/media.routes.ts'
import { createPreviewPictures } from './media/preview-pictures.actions.ts'
import { purgeUploads } from './media/uploads.actions.ts'
import { deletePastUsage } from './media/quotas.queries.ts'
import { purgeEvents } from './events/events.queries.ts'
import { addCalendarFiles } from './events/calendar.routes.ts'
import { eventsRoutes } from './events/events.routes.ts'
import { hashtagsRoutes } from './hashtags/hashtags.routes.ts'
import { addGround } from './map/ground.routes.ts'
import { findRole } from './moderation/moderation.queries.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { fanOut, findNewEvents, purgeExpired, processActivity } from './notifications/notifications.actions.ts'
import { pushNotification, sendPush } from './notifications/push.actions.ts'
import { findPositionNow } from './notifications/notifications.queries.ts'
import { findSubscribedSessions } from './notifications/push-subscriptions.queries.ts'
import { notificationsRoutes } from './notifications/notifications.routes.ts'
import { onboardingRoutes } from './onboarding/onboarding.routes.ts'
import { placesRoutes } from './places/places.routes.ts'
import { addDocs } from './platform/docs.ts'
import { addFiles } from './platform/files.ts'
import { addHealth } from './platform/health.ts'
import { createCursorEncryption } from './platform/cursor-encryption.ts'
import { createServer } from './platform/http.ts'
import type { JobHandlers } from './platform/job-workers.ts'
import { serveLiveEvents } from './platform/live/serve.ts'
import { createPageSender } from './platform/page-files.ts'
import { readServerIdentity } from './platform/server-identity.ts'
import { addPreloading, findPageUser } from './pages/preload.ts'
import { createRateLimiter, noRateLimits } from './platform/rate-limit.ts'
import { findPostCounts } from './posts/posts.queries.ts'
import { postsRoutes } from './posts/posts.routes.ts'
import { viewPostCounts } from './posts/posts.views.ts'
import { findPreview } from './previews/previews.actions.ts'
import { previewsRoutes } from './previews/previews.routes.ts'
import { previewHead } from './previews/previews.views.ts'
import { deleteExpiredInvitations } from './registrations/registrations.queries.ts'
import { registrationsRoutes } from './registrations/registrations.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { settingsRoutes } from './settings/settings.routes.ts'
import { spottedRoutes } from './spotted/spotted.routes.ts'
import { deleteExpiredStories } from './stories/stories.actions.ts'
import { storiesRoutes } from './stories/stories.routes.ts'
import { usersRoutes } from './users/users.routes.ts'

/** The handlers of all jobs; any server may run them. */
const jobHandlers = (
  { config, db, pictures, jobs, mail, push }: AppContext,
  { fetchStreets, startBackup }: Pick<JobHandlers, 'fetchStreets' | 'startBackup'>,
): JobHandlers => ({
  activity: (trx, activities) => processActivity({ trx, jobs }, activities),
  async fanOut(trx, fanOuts) {
    for (const one of fanOuts) await fanOut({ trx, jobs }, one)
  },
  async message(trx, messages) {
    const subscribedSessions = await findSubscribedSessions(trx, [...new Set(messages.map(({ to }) => to))])
    await deliverMessages({ trx, jobs }, { messages, subscribedSessions })
  },
  push: (job) => pushNotification({ db, push }, job),
  pushMessage: (job) => sendPush({ db, push }, job, () => findPushMessage(db, job)),
  mail: (email) => mail.send(email),
  passwordReset: ({ email }) => mailPasswordReset({ db, mail, config }, email),
  emailChange: (change) => mailEmailChange({ db, mail, config }, change),
  emailConfirmation: ({ user }) => mailEmailConfirmation({ db, mail, config }, user),
  countMap: () => countMapWhenDue(db),
  expireStories: async () => void (await deleteExpiredStories(db, pictures)),
  async housekeeping() {
    await deleteExpired(db)
    await mail.sweep()
    await purgeExpired(db)
    await deletePastUsage(db)
    await purgeUploads(db, pictures)
    await purgeEvents(db)
    await deleteExpiredInvitations(db)
    await deleteOldAnnouncements(db)
    await deleteOldFigures(db)
    await deleteOldErrors(db)
    // Last: it fails while the store of pictures is unreachable.
    await pictures.sweep()
  },
  recordFigures: async () => void (await upsertFigures(db)),
  fetchStreets,
  startBackup,
})

/** Creates the server with all features, and starts its job workers. It does not listen yet. */
export async function createApp(context: AppContext): Promise<FastifyInstance> {
  const { config, log, db, databaseUrl, jobs, pictures, folders } = context
  const errors = createErrorCounter(db)
  const telemetry = errors.watch(context.telemetry)
  const findViewer = createViewerLookup(db)
  const cells = new PopulatedCells(db)
  await cells.refresh()
  const findFeedPage = createFeed(db, cells.find)
  const announcements = createCurrentAnnouncements(db)
  const identity = await readServerIdentity(config)
  const server = { origin: config.publicUrl.origin, identity }
  const app = await createServer({
    config,
    log,
    telemetry,
    rateLimiter: config.rateLimits ? createRateLimiter(db) : noRateLimits,
    cursorEncryption: createCursorEncryption(await findServerKey(db, 'cursors')),
    findViewer,
    isKnownDevice: (token, email) => isKnownDevice(db, token, email),
    findRole: (viewerId) => findRole(db, viewerId),
    handlers: {
      ...accountHelpRoutes(context),
      ...administrationRoutes(context),
      ...announcementsRoutes(context, announcements),
      ...authRoutes(context),
      ...exportRoutes(context),
      ...securityRoutes(context),
      ...onboardingRoutes(context),
      ...feedRoutes({ db, findFeedPage }),
      ...eventsRoutes(context),
      ...hashtagsRoutes({ findFeedPage }),
      ...legalTextsRoutes(context),
      ...mapRoutes(context),
      ...streetsRoutes(context),
      ...mediaRoutes(context),
      ...postsRoutes({ ...context, onPublished: (place) => cells.add(place) }),
      ...commentsRoutes(context),
      ...placesRoutes(context),
      ...previewsRoutes({ db, server }),
      ...usersRoutes(context),
      ...spottedRoutes(context),
      ...storiesRoutes(context),
      ...chatRoutes(context),
      ...registrationsRoutes(context),
      ...searchRoutes(context),
      ...settingsRoutes(context),
      ...moderationRoutes(context),
      ...notificationsRoutes(context),
    },
  })
  const countStreams = serveLiveEvents(app, databaseUrl, log, {
    findViewer,
    findCurrentPosition: () => findPositionNow(db),
    findNewEvents: (viewerId, after) => findNewEvents(db, viewerId, after),
    findUnreadConversationsEvent: (viewerId) => findUnreadConversationsEvent(db, viewerId),
    findConversationEvents: (update) => findConversationEvents(db, update),
    findPostEvents: async (watches) =>
      (
        await findPostCounts(
          db,
          watches.map(({ viewerId }) => viewerId),
          watches.map(({ postId }) => postId),
        )
      ).map(viewPostCounts),
  })
  telemetry.show({
    type: 'gauge',
    name: 'dintorni_event_streams_open',
    help: 'Open event streams, one for each open page',
    read: countStreams,
  })
  const closing = new AbortController()
  const refreshing = cells.keepRefreshing(closing.signal, (error) =>
    log.warn({ err: error }, 'the cells of new posts could not be read'),
  )
  app.addHook('onClose', async () => {
    closing.abort()
    await refreshing
  })
  app.addHook('onClose', errors.stop)
  addExportDownload(app, context, findViewer)
  addHealth(app, () => ping(db))
  addCalendarFiles(app, context, findViewer)
  addDocs(app, config.publicUrl.origin)
  addGround(app, context)
  const findDemoName = createDemoOffer(context)
  const findExtras = async (request: FastifyRequest) => ({
    user: await findPageUser(app, request),
    demoName: await findDemoName(request),
    announcements: await announcements.find(),
  })
  const sendPage = createPageSender(folders.web, { identity, findExtras })
  const findPictureAudience = createPictureAccess(db, findViewer)
  const renderPreview = createPreviewPictures(pictures)
  await addFiles(
    app,
    { web: folders.web, pictures: pictures.source },
    { identity, findPictureAudience, renderPreview, sendPage },
  )
  addPreloading(app, sendPage, async (path) => {
    const preview = await findPreview(db, path)
    return preview && previewHead(preview, server)
  })
  const backups = createScheduledBackups(context)
  app.addHook('onClose', backups.stop)
  const streets = createStreetsFetcher(context)
  app.addHook('onClose', streets.stop)
  const begins = { fetchStreets: streets.start, startBackup: backups.start }
  await jobs.work(jobHandlers(context, begins), telemetry)
  await startCounting(db, jobs)
  await startFigures(db, jobs)
  if (config.backups) await jobs.add(db, 'startBackup', {})
  return app
}
