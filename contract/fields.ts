import * as z from 'zod'
import { fieldsText } from './fields.text.ts'
import { hashtagLength } from './text-parts.ts'
import {
  bioLimit,
  displayNameLimit,
  hasEnoughLetters,
  passwordLength,
  pictureAltLimit,
  placeNameLimit,
  searchTextLimit,
  usernameLimit,
} from './limits.ts'

/** Ids are time-ordered or sequential integers that fit a JavaScript number (53 bits). */
export const id = z.int().positive()

/** An id in a request. Forms and query strings send it as text. */
export const idInput = z.coerce.number<number>().int().positive().max(Number.MAX_SAFE_INTEGER)

const idOrNone = z.coerce.number<number | null>().int().nonnegative().max(Number.MAX_SAFE_INTEGER)
/** An id; empty, null and 0 mean none. */
export const optionalId = idOrNone.optional()
/** The id a caller claims to be; empty, null and 0 mean none. Never an identity, see `Endpoint.actingAs`. */
export const actingUserId = idOrNone.optional()

/** Degrees. 0,0 and absent mean an unknown position. */
export const latitudeInput = z.coerce.number<number>().min(-90).max(90).optional()
/** Degrees. */
export const longitudeInput = z.coerce.number<number>().min(-180).max(180).optional()

/** Text that PostgreSQL and JSON can store: without NUL, and without half of a character. */
const storable = z
  .string()
  .refine((value) => !value.includes('\0'))
  .overwrite((value) => value.toWellFormed())

/**
 * A character that leaves a mark on the screen. The Braille pattern without dots, a note without a head and blank
 * hieroglyphs do not, and are no spaces either.
 */
const visibleCharacter =
  /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}]]/v

/** Text without space around it. Of invisible characters alone nothing is left. */
const text = storable.trim().overwrite((value) => (visibleCharacter.test(value) ? value : ''))

/** Required text, trimmed. `required` and `tooLong` are the Italian sentences of the refusals. */
export const writtenText = (max: number, required: string, tooLong: string) =>
  text.min(1, { error: required }).max(max, { error: tooLong })

/** Optional text, trimmed. */
export const optionalText = (max: number, tooLong: string) => text.max(max, { error: tooLong }).default('')

/** Text in one line: whatever separates words becomes one space. */
const line = text.overwrite((value) => value.replace(/\s+/g, ' '))

/** Optional text in one line. */
export const optionalLine = (max: number, tooLong: string) => line.max(max, { error: tooLong }).default('')

/** Required text in one line. */
export const writtenLine = (max: number, required: string, tooLong: string) =>
  line.min(1, { error: required }).max(max, { error: tooLong })

const wallTimePattern = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/
/** Whether the month has that day. */
const isOnCalendar = (value: string) => {
  const time = new Date(`${value}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value)
}
/** The time of a clock on the wall, without a zone, as a `datetime-local` field has it. */
export const wallTimeInput = (sentence: string) =>
  z.string({ error: sentence }).regex(wallTimePattern, { error: sentence }).refine(isOnCalendar, { error: sentence })

/** Characters that are invisible, reverse the text, pile up accents, or make a link. */
const notInNames = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{3}|:\/\/|\bwww\.|\.\p{L}{2,}\//iu
/** A word of Latin letters and of others that look like them: it is meant to pass for another word. */
const mixedWord =
  /(?=[\p{L}\p{M}]*\p{Script=Latin})(?=[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}]+/u

/** Whether a name is written as people write names. */
const isPlainName = (name: string) => !notInNames.test(name) && !mixedWord.test(name) && /[\p{L}\p{N}]/u.test(name)

/** The name of a place that somebody adds. */
export const placeNameInput = line
  .min(1, { error: fieldsText.placeNameRequired })
  .max(placeNameLimit, { error: fieldsText.placeNameLength })
  .refine(isPlainName, { error: fieldsText.placeNameCharacters })

/** What people call somebody; empty for none. Some emojis contain invisible characters. */
export const displayNameInput = line
  .max(displayNameLimit, { error: fieldsText.displayNameLength })
  .refine((name) => name === '' || isPlainName(name.replaceAll(/\p{RGI_Emoji}/gv, '')), {
    error: fieldsText.displayNameCharacters,
  })

/** A credential, accepted as sent: a refusal must not say what is wrong with it. */
export const credential = (max: number, required: string) => storable.min(1, { error: required }).max(max)

/** May be empty. */
export const bioInput = text.max(bioLimit, { error: fieldsText.bioLength })

/** 0 or 1. Forms send it as text. */
export const flagInput = z.coerce.number<number>().pipe(z.literal([0, 1]))

/** A search query. */
export const searchText = text.max(searchTextLimit)

/** Words to search for in texts. */
export const searchedWords = searchText.refine(hasEnoughLetters, { error: fieldsText.searchedWords })

/** A hashtag without its sign. */
export const hashtagInput = text.min(1).max(hashtagLength)

export const emailInput = text
  .min(1, { error: fieldsText.emailRequired })
  .max(254, { error: fieldsText.email })
  .pipe(z.email({ error: fieldsText.email }))

export const usernameInput = text
  .min(1, { error: fieldsText.usernameRequired })
  .max(usernameLimit, { error: fieldsText.usernameLength })
  .regex(/^[A-Za-z0-9._]+$/, { error: fieldsText.usernameCharacters })

/** The username of a new account. A dot at its end would be the end of the sentence that mentions it. */
export const newUsernameInput = usernameInput
  .regex(/[A-Za-z0-9]/, { error: fieldsText.usernameLetter })
  .regex(/^[^.].*[^.]$|^[^.]$/, { error: fieldsText.usernameDot })

/** A username or an address while it is typed: half of it is nobody's. Registering says what is wrong with it. */
export const checkedName = text.max(254)

export const newPasswordInput = storable
  .min(1, { error: fieldsText.passwordRequired })
  .min(passwordLength.min, { error: fieldsText.passwordLength })
  .max(passwordLength.max, { error: fieldsText.passwordTooLong })

/** Largest upload in bytes. */
export const maxImageBytes = 10 * 1024 * 1024
/** Base64 needs four characters for three bytes; 100 characters are the data URL's prefix. */
const maxDataUrlLength = Math.ceil(maxImageBytes / 3) * 4 + 100

/** Largest video in bytes. */
export const maxVideoBytes = 26 * 1024 * 1024
const maxVideoUrlLength = Math.ceil(maxVideoBytes / 3) * 4 + 100

/** A picture as a data URL; file parts of multipart bodies are converted to one. Decoding decides the real format. */
export const imageInput = z.string().max(maxDataUrlLength, { error: fieldsText.imageTooLarge })
/** The description of the picture in the same request, for people who cannot see it. */
export const imageAltInput = optionalText(pictureAltLimit, fieldsText.altLength)
export const imageAltText = text.max(pictureAltLimit, { error: fieldsText.altLength })
/** The client's own name for what it publishes: a repeat of the request publishes nothing more. */
export const publicationId = z.uuid({ error: fieldsText.publicationId }).optional()
/** Body limit in bytes of a call with one picture. */
export const imageBodyLimit = maxDataUrlLength + 64 * 1024

/** A video as a data URL, likewise. */
export const videoInput = z
  .string({ error: fieldsText.videoRequired })
  .min(1, { error: fieldsText.videoRequired })
  .max(maxVideoUrlLength, { error: fieldsText.videoTooLarge })
/** Body limit in bytes of a call with a video and its cover. */
export const videoBodyLimit = maxVideoUrlLength + imageBodyLimit

/** ISO 8601, UTC. */
export const timestamp = z.string()

/** The output of calls that return nothing but a message. */
export const done = z.object({ success: z.literal(true), message: z.string() })
