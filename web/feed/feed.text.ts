import type { CircleKm, FeedRadius } from '#contract/feed-radius.ts'
import { formatPeople } from '#web/ui/ui.text.ts'

const namesShown = 2

const within = (km: CircleKm) => (km === null ? 'ovunque' : `entro ${km} km`)
const radii: Record<FeedRadius, string> = {
  auto: 'Prima qui vicino, poi più lontano',
  '1': '1 km',
  '5': '5 km',
  '25': '25 km',
  '100': '100 km',
  everywhere: 'Ovunque',
}

export const feedText = {
  title: 'Feed',
  choose: 'Quale feed',
  near: 'Vicino',
  following: 'Seguiti',
  followingTitle: 'Seguiti · Feed',
  followedPosts: 'Post di chi e dei luoghi che segui',
  noFollowed: 'Qui arriva chi segui',
  noFollowedText: 'Segui persone e luoghi: quello che pubblicano si raccoglie qui, ovunque siano.',
  findFollowed: 'Trova chi seguire',
  distance: (km: CircleKm) => (km === null ? 'Ovunque' : `${km} km`),
  changeArea: (parts: readonly (string | null)[]) => `${parts.filter(Boolean).join(', ')}. Cambia luogo o distanza`,
  aroundYou: 'Intorno a te',
  areaTitle: 'Che cosa vedi nel feed',
  where: 'Dove',
  ownPosition: 'Intorno a me',
  choosePlace: 'Scegli una città o un luogo',
  pickerTitle: 'Dove vuoi guardare?',
  howFar: 'Fino a dove',
  radiusNeedsPosition: 'Per scegliere una distanza serve un luogo.',
  radii,
  farther: (km: CircleKm) => `Un po' più lontano: ${within(km)}`,
  nothingNear: (nearKm: CircleKm, km: CircleKm) => `Nessun post ${within(nearKm)}. Un po' più lontano: ${within(km)}`,
  folded: (count: number, names: readonly string[]) =>
    `${count === 1 ? 'Un altro post' : `Altri ${count} post`} di ${formatPeople(names.slice(0, namesShown), Math.max(0, names.length - namesShown))}`,
  posts: 'Post nei dintorni',
  refreshing: 'Aggiornamento…',
  newPosts: 'Nuovi post',
  empty: 'Qui intorno è ancora tutto tranquillo',
  emptyText: 'Nessuno ha ancora pubblicato. Racconta tu che cosa succede.',
  write: 'Scrivi il primo post',
  widen: 'Guarda più lontano',
  end: 'Hai visto tutto. Per ora.',
} as const
