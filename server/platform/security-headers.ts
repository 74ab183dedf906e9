import type { Config } from './config.ts'

/** Of the script in web/index.html that runs before the first paint. */
export const inlineScriptHash = "'sha256-pkNhMGtlXSABq23xcTjdeUqRQIk+ba+wTZEfgOzv/Wc='"

const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src 'self' ${inlineScriptHash}`,
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
]

/**
 * The security headers of every reply: those of helmet 8 with a strict policy. They are constant, so they are written
 * out: `@fastify/helmet` parses its options again for each request (7 µs and eleven calls of `setHeader`).
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  const isHttps = publicUrl.protocol === 'https:'
  const policy = isHttps ? [...contentSecurityPolicy, 'upgrade-insecure-requests'] : contentSecurityPolicy
  return {
    'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=()',
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // What people write here is found here. Previews of links do not ask.
    'x-robots-tag': 'noindex',
    'x-xss-protection': '0',
  }
}
