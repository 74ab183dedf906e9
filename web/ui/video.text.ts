/** A file of its own: most pages show no video. */
export const videoText = { failed: 'Il video non è arrivato. Tocca per riprovare.' } as const
