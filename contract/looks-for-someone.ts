/** Words with which Italian posts address or describe somebody they saw. */
const words =
  'cerco|cercasi|ragazz[oaie]|signor[ae]|signori|signorina|tipo|tipa|tizi[oa]|uomo|donna|bimb[oaie]|bambin[oaie]|nonn[oaie]|sconosciut[oaie]|spotted|eri tu|sei tu|chi eri|chi sei|ti ho vist[oa]|vi ho vist[ei]'
const pattern = new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')

/** Whether a text seems to look for somebody: the proposal for a new post, which its author may change. */
export const seemsToLookForSomeone = (text: string): boolean => pattern.test(text)
