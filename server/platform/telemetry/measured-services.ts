import type { Mail } from '#server/platform/mail.ts'
import type { Push } from '#server/platform/push.ts'
import type { Telemetry } from './telemetry.ts'

type Measure = Pick<Telemetry, 'measure'>

/** Mail that is measured when it is sent. */
export const measureMail = (mail: Mail, { measure }: Measure): Mail => ({
  ...mail,
  send: (email) => measure('mail', 'send', () => mail.send(email)),
})

/** Push notifications that are measured when they are sent. */
export const measurePush = (push: Push, { measure }: Measure): Push => ({
  ...push,
  send: (endpoint, message) => measure('push', 'send', () => push.send(endpoint, message)),
})
