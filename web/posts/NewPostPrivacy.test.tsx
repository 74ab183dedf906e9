// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { storeUser } from '#web/platform/current-user.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'

beforeEach(() =>
  storeUser({
    id: 7,
    username: 'anna',
    email: 'a@b.it',
    profile_pic: null,
    display_name: null,
    bio: '',
    onboarding_completed: 1,
  }),
)
afterEach(closePage)

const everybody =
  'Un post pubblico lo vede chiunque: nel feed, cercando, nella pagina del luogo o con il link, anche senza un account.'

test.each([
  ['everybody, of a public profile', 'public', 'public', everybody],
  [
    'followers only, of a private profile',
    'public',
    'private',
    'Il tuo profilo è privato: i tuoi post li vede solo chi ti segue.',
  ],
  [
    'either, of a profile that is not known',
    'public',
    null,
    `${everybody} Se il tuo profilo è privato, solo chi ti segue.`,
  ],
  [
    'followers only, if the author wants that',
    'followers',
    'public',
    'Un post per soli follower lo vede solo chi ti segue.',
  ],
] as const)('The composer says who sees a post: %s', async (_case, privacy, profile_visibility, sentence) => {
  const server = startFakeServer({
    getProfile: () => ({ user: { profile_visibility } as Output<'getProfile'>['user'], posts: [] }),
  })
  if (profile_visibility === null) server.loseNext('getProfile', 9)
  renderPart(<NewPostPrivacy privacy={privacy} onPrivacy={() => undefined} />)
  expect(await screen.findByText(sentence)).toBeTruthy()
})
