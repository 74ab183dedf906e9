import type { FeedRadius } from '#contract/feed-radius.ts'

const radii: Record<FeedRadius, string> = {
  auto: 'Prima qui vicino, poi più lontano',
  '1': '1 km',
  '5': '5 km',
  '25': '25 km',
  '100': '100 km',
  everywhere: 'Ovunque',
}

export const feedAreaText = {
  title: 'Che cosa vedi nel feed',
  where: 'Dove',
  ownPosition: 'Intorno a me',
  choosePlace: 'Scegli una città o un luogo',
  pickerTitle: 'Dove vuoi guardare?',
  howFar: 'Fino a dove',
  radiusNeedsPosition: 'Per scegliere una distanza serve un luogo.',
  radii,
} as const
