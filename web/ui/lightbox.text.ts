/** By the library's own words. A file of its own: most pages never show it. */
export const lightboxText = {
  Previous: 'Foto precedente',
  Next: 'Foto successiva',
  Close: 'Chiudi',
  'Zoom in': 'Ingrandisci',
  'Zoom out': 'Rimpicciolisci',
  Slide: 'foto',
  Carousel: 'sequenza',
  'Photo gallery': 'Foto',
  '{index} of {total}': '{index} di {total}',
} as const

/** What is different where a video plays. */
export const videoLightboxText = { Slide: 'video', 'Photo gallery': 'Video' } as const
