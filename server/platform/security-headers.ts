import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { Config } from './config.ts'

const self = ["'self'"]
const none = ["'none'"]

const options = (https: boolean): Parameters<typeof helmet>[0] => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: none,
      scriptSrc: self,
      styleSrc: self,
      fontSrc: self,
      connectSrc: self,
      manifestSrc: self,
      workerSrc: self,
      imgSrc: [...self, 'data:', 'blob:'],
      formAction: self,
      frameAncestors: none,
      baseUri: none,
      objectSrc: none,
      ...(https && { upgradeInsecureRequests: [] }),
    },
  },
  strictTransportSecurity: https,
  referrerPolicy: { policy: 'same-origin' },
  crossOriginEmbedderPolicy: false,
})

/** What every reply tells the browser to refuse: the same each time, so it is put together once. */
export function securityHeaders({ publicUrl }: Config): Record<string, string> {
  const headers: Record<string, string> = {
    'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=()',
  }
  const reply = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => undefined,
  }
  helmet(options(publicUrl.protocol === 'https:'))(
    {} as IncomingMessage,
    reply as unknown as ServerResponse,
    () => undefined,
  )
  return headers
}
