import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isOwnOrigin } from './origin.ts'

const given = 'https://dintorni.example'

test.each([
  ['the address people use', given, given, 'dintorni.example', true],
  ['the same without encryption', given, 'http://dintorni.example', 'dintorni.example', false],
  ['another port', given, 'https://dintorni.example:8443', 'dintorni.example:8443', false],
  [
    'our name as the beginning of another',
    given,
    'https://dintorni.example.altrove.example',
    'dintorni.example',
    false,
  ],
  ['our name as the end of another', given, 'https://altro-dintorni.example', 'dintorni.example', false],
  ['our name as a user', given, 'https://dintorni.example@altrove.example', 'dintorni.example', false],
  ['a forged Host', given, 'https://altrove.example', 'altrove.example', false],
  ['no origin that can be told', given, 'null', 'dintorni.example', false],
  ['nothing', given, '', 'dintorni.example', false],
  ['this machine, by address', '', 'http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['this machine, by name', '', 'http://localhost:3000', 'localhost:3000', true],
  ['an address in the house', '', 'http://192.168.1.5:3000', '192.168.1.5:3000', true],
  ['an address in the house, IPv6', '', 'http://[fd00::5]:3000', '[fd00::5]:3000', true],
  ['another port of this machine', '', 'http://127.0.0.1:4000', '127.0.0.1:3000', false],
  ['another scheme', '', 'https://127.0.0.1:3000', '127.0.0.1:3000', false],
  ['a name that was made to point here', '', 'http://altrove.example:3000', 'altrove.example:3000', false],
  ['another site', '', 'https://altrove.example', '127.0.0.1:3000', false],
  ['no origin that can be told', '', 'null', 'null', false],
])('%s (PUBLIC_URL=%s): %s, asked for %s: %s', (_case, PUBLIC_URL, origin, host, own) => {
  expect(isOwnOrigin(origin, host, readConfig({ PUBLIC_URL }))).toBe(own)
})
