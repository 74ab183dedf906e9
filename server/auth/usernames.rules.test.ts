import { expect, test } from 'vitest'
import { isReserved } from './usernames.rules.ts'

test.each([
  'admin',
  'Admin',
  'ADM1N',
  'a.d.m.i.n',
  '_admin_',
  'admin2026',
  'dintorni',
  'd1ntorn1',
  'staff_dintorni',
  'Dintorni.Ufficiale',
  'supp0rto',
  '__proto__',
  'lo_staff',
  'admin_roma',
  'dintorni.it',
  'moderatori',
  'adrnin',
  '5taff',
  '2026dintorni',
])('%s would pass for who runs the server', (username) => expect(isReserved(username)).toBe(true))

test.each([
  'anna',
  'radmin',
  'admina',
  'marco.staffa',
  'dintornina',
  'teamo',
  'roberto',
  '1984',
  'proto7a',
  'spotted_milano',
  'team_rocket',
  'info.bar',
])('%s is anybody’s name', (username) => expect(isReserved(username)).toBe(false))
