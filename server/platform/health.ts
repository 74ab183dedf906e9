import type { FastifyInstance } from 'fastify'

/** `/livez`: the process answers. `/readyz`: so does the database, whose migrations are done before anything listens. */
export function addHealth(app: FastifyInstance, pingDatabase: () => Promise<unknown>): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await pingDatabase()
      return { status: 'ok' }
    } catch {
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
}
