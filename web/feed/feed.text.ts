import type { CircleKm } from '#contract/feed-radius.ts'
import { formatPeople } from '#web/ui/ui.text.ts'

const namesShown = 2

const farther = (km: CircleKm) => (km === null ? 'Più lontano, in tutta Italia' : `Un po’ più lontano: entro ${km} km`)

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
  farther,
  nothingNear: (nearKm: CircleKm, km: CircleKm) => `Nessun post entro ${nearKm} km. ${farther(km)}`,
  folded: (count: number, names: readonly string[]) =>
    `${count === 1 ? 'Un altro post' : `Altri ${count} post`} di ${formatPeople(names.slice(0, namesShown), Math.max(0, names.length - namesShown))}`,
  posts: 'Post nei dintorni',
  refreshing: 'Aggiornamento…',
  newPosts: 'Nuovi post',
  empty: 'Qui intorno è ancora tutto tranquillo',
  emptyText: 'Nessuno ha ancora pubblicato. Racconta tu che cosa succede.',
  write: 'Scrivi il primo post',
  widen: 'Guarda più lontano',
  hashtagsAround: 'Di che cosa si parla',
  lookingAround: 'Cercano qualcuno qui intorno',
  picturesAround: 'In foto',
  end: 'Hai visto tutto. Per ora.',
} as const
