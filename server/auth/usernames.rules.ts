/** Whoever has one of these words in their name would pass for who runs the server. */
const officialWords = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'amministratore',
  'amministratori',
  'amministratrice',
  'amministrazione',
  'assistenza',
  'dintorni',
  'moderator',
  'moderators',
  'moderatore',
  'moderatori',
  'moderatrice',
  'moderazione',
  'noreply',
  'official',
  'postmaster',
  'hostmaster',
  'webmaster',
  'staff',
  'support',
  'supporto',
  'ufficiale',
]

/** Alone, or beside the others, these would too. */
const reservedWords = [
  'abuse',
  'gestore',
  'help',
  'info',
  'mod',
  'operatore',
  'privacy',
  'redazione',
  'root',
  'security',
  'server',
  'servizio',
  'sicurezza',
  'sistema',
  'spotted',
  'system',
  'team',
  // Names that every object has in JavaScript.
  'constructor',
  'proto',
  'prototype',
]

/** As `username_skeleton` in the database. */
export const skeletonOf = (username: string) =>
  username
    .toLowerCase()
    .replaceAll(/[._]/g, '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const official = new Set(officialWords.map(skeletonOf))
const madeOfReserved = new RegExp(`^(${[...officialWords, ...reservedWords].map(skeletonOf).join('|')})+$`)

/** Digits that stand for letters. */
const letters: Record<string, string> = { 3: 'e', 4: 'a', 5: 's' }
const withoutDigits = (name: string) => name.replaceAll(/[345]/g, (digit) => letters[digit] ?? digit)

/**
 * Whether a username would pass for who runs the server, whatever digits stand around it: one of its words is official, or
 * looks like it, or all of it is made of reserved words.
 */
export function isReserved(username: string): boolean {
  const name = username.replaceAll(/^\d+|\d+$/g, '')
  return [username, name, withoutDigits(username)].some(
    (spelt) =>
      madeOfReserved.test(skeletonOf(spelt)) || spelt.split(/[._]/).some((word) => official.has(skeletonOf(word))),
  )
}
