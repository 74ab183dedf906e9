// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { call } from '#web/platform/api.ts'
import { currentUser } from '#web/platform/current-user.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { clearStorage } from '#web/platform/storage.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage } from '#web/platform/testing/render-part.tsx'
import { authErrorMessage, useEnterDemo, useLogin, useLoginWithRecoveryCode, useRegister } from './auth.api.ts'
import { authText } from './auth.text.ts'

afterEach(closePage)

/** The sentence that a person reads whose sign-in ends like this. */
async function messageAfter(fetchStub: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', fetchStub)
  return call('login', { email: 'anna@example.it', password: 'una frase lunga' }).then(() => '', authErrorMessage)
}

test('A reply that is none of this API is not taken for one', async () => {
  expect(await messageAfter(async () => new Response('<html>portale</html>'))).toBe('Risposta non valida dalla API')
})

test('Without a network the person reads why', async () => {
  const failing = messageAfter(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failing).toMatch(/^Errore di rete: .+/)
})

test('A refusal is shown in the words of the server', async () => {
  const reply = { success: false, error: 'Email o password non corretti.' }
  expect(await messageAfter(async () => Response.json(reply, { status: 401 }))).toBe(reply.error)
})

const anna = { id: 7, username: 'anna' } as CurrentUser
const account = { email: 'anna@example.it', password: 'una frase lunga' }

/** Renders the ways in on a server that accepts each. */
function openEntrance() {
  const reply = () => ({ user: anna })
  const town = { latitude: 45.46, longitude: 9.19 }
  const server = startFakeServer({
    login: reply,
    register: reply,
    enterDemo: () => ({ ...reply(), town }),
    loginWithRecoveryCode: reply,
    getAccount: reply,
  })
  const { result } = renderHook(
    () => ({
      login: useLogin(),
      register: useRegister(),
      demo: useEnterDemo(),
      recoveryCode: useLoginWithRecoveryCode(),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(QueryClientProvider, { client: queryClient }, children),
    },
  )
  const { login, register, demo, recoveryCode } = result.current
  return {
    server,
    waysIn: [
      () => login.mutateAsync(account),
      () => register.mutateAsync({ ...account, username: 'anna' }),
      () => demo.mutateAsync(),
      () => recoveryCode.mutateAsync({ ticket: 'x', code: 'abcd' }),
    ],
  }
}

test('A person whose browser keeps no cookies reads so, whichever way they sign in, and stays signed out', async () => {
  const { server, waysIn } = openEntrance()
  for (const enter of waysIn) {
    server.refuseNext('getAccount', 401, 'Accedi per continuare.')
    expect(await enter().then(() => '', authErrorMessage)).toBe(authText.cookiesBlocked)
    expect(currentUser()).toBeNull()
  }
})

test('A person whose browser keeps cookies is signed in, also if the network fails straight afterwards', async () => {
  const { server, waysIn } = openEntrance()
  for (const enter of waysIn) {
    await enter()
    expect(currentUser()).toEqual(anna)
    clearStorage()
  }
  server.loseNext('getAccount')
  await waysIn[0]!()
  expect(currentUser()).toEqual(anna)
})
