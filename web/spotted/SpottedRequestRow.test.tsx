// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SpottedRequest } from '#contract/spotted.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { RequestAnswer } from './SpottedRequestRow.tsx'
import { requestsText } from './requests.text.ts'

afterEach(closePage)

test('While an answer is being sent none can be pressed, and its button says so', async () => {
  startFakeServer({ updateSpottedRequestStatus: () => ({}) }).holdNext('updateSpottedRequestStatus')
  const request = { request_id: 5, username: 'bruno', request_status: 'pending' } as SpottedRequest
  renderPart(<RequestAnswer postId={7} request={request} onConfirmed={() => undefined} onFailure={() => undefined} />)
  fireEvent.click(screen.getByRole('button', { name: new RegExp(requestsText.no) }))
  const pressed = await screen.findByRole('button', { name: new RegExp(requestsText.updating) })
  expect(pressed).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: new RegExp(requestsText.yes) })).toHaveProperty('disabled', true)
})
