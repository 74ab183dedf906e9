export const previewsText = {
  photoAt: (username: string, place: string) => `Foto di ${username} a ${place}`,
  postAt: (username: string, place: string) => `${username} · ${place}`,
  place: 'Che cosa succede qui: i post di chi ci è stato e gli eventi in programma.',
  profileTitle: ({ username, display_name }: { username: string; display_name: string | null }) =>
    display_name === null ? username : `${display_name} (@${username})`,
  profile: (username: string) => `I post di ${username}.`,
  photoOf: (username: string) => `Foto del profilo di ${username}`,
} as const
