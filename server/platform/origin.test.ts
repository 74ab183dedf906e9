import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isOwnOrigin } from './origin.ts'

const publicUrl = 'https://dintorni.example'

test.for([
  ['the public address', publicUrl, publicUrl, 'dintorni.example', true],
  ['the same without encryption', publicUrl, 'http://dintorni.example', 'dintorni.example', false],
  ['another port', publicUrl, 'https://dintorni.example:8443', 'dintorni.example:8443', false],
  [
    'our name as the beginning of another',
    publicUrl,
    'https://dintorni.example.altrove.example',
    'dintorni.example',
    false,
  ],
  ['our name as the end of another', publicUrl, 'https://altro-dintorni.example', 'dintorni.example', false],
  ['our name as a user', publicUrl, 'https://dintorni.example@altrove.example', 'dintorni.example', false],
  ['a forged Host', publicUrl, 'https://altrove.example', 'altrove.example', false],
  ['an opaque origin', publicUrl, 'null', 'dintorni.example', false],
  ['an empty origin', publicUrl, '', 'dintorni.example', false],
  ['this machine, by address', '', 'http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['this machine, by name', '', 'http://localhost:3000', 'localhost:3000', true],
  ['an address of the local network', '', 'http://192.168.1.5:3000', '192.168.1.5:3000', true],
  ['an IPv6 address of the local network', '', 'http://[fd00::5]:3000', '[fd00::5]:3000', true],
  ['another port of this machine', '', 'http://127.0.0.1:4000', '127.0.0.1:3000', false],
  ['another scheme', '', 'https://127.0.0.1:3000', '127.0.0.1:3000', false],
  ['a foreign name that resolves to this machine', '', 'http://altrove.example:3000', 'altrove.example:3000', false],
  ['another site', '', 'https://altrove.example', '127.0.0.1:3000', false],
  ['an opaque origin', '', 'null', 'null', false],
] as const)(
  'For %s (PUBLIC_URL=%s) the origin %s with the host %s is own: %s',
  ([_case, PUBLIC_URL, origin, host, own]) => {
    expect(isOwnOrigin(origin, host, readConfig({ PUBLIC_URL }))).toBe(own)
  },
)
