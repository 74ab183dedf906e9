import type { FastifyInstance } from 'fastify'

/**
 * Adds `/livez` (the process answers) and `/readyz` (the database answers; migrations run before the server listens).
 */
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
