import type { FastifyInstance } from 'fastify'
import { eventsFragment, pagePaths } from '#contract/page-paths.ts'
import { placeLine } from '#contract/town-label.ts'
import type { AppContext } from '#server/app-context.ts'
import { notFound } from '#server/platform/refusal.ts'
import { anonymousViewerId, type FindViewer, findRequestViewer } from '#server/platform/viewer.ts'
import { calendarFile } from './calendar.rules.ts'
import { findEvent } from './events.queries.ts'

const fileName = /^([1-9]\d{0,14})\.ics$/

/** Serves events as files for calendars, to those who see them. */
export function addCalendarFiles(
  app: FastifyInstance,
  { db, config: { publicUrl } }: Pick<AppContext, 'db' | 'config'>,
  findViewer: FindViewer,
): void {
  app.get<{ Params: { file: string } }>('/api/calendar/:file', async (request, reply) => {
    const id = fileName.exec(request.params.file)?.[1]
    const viewer = id === undefined ? null : await findRequestViewer(request, findViewer, ['read'])
    const event = id === undefined ? undefined : await findEvent(db, viewer?.id ?? anonymousViewerId, Number(id))
    if (!event) throw notFound()
    const { place_id, place_name: name, place_town: town, place_province: province } = event
    const file = calendarFile(
      {
        id: event.id,
        title: event.title,
        description: event.description,
        place: placeLine({ name, town, province }, ', '),
        url: `${publicUrl.origin}${pagePaths.location(place_id)}${eventsFragment}`,
        startsAt: event.starts_at,
        endsAt: event.over_at,
        createdAt: event.created_at,
      },
      publicUrl.hostname,
    )
    return reply
      .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="evento-${event.id}.ics"` })
      .type('text/calendar; charset=utf-8')
      .send(file)
  })
}
