import * as z from 'zod'
import { fieldsText } from './fields.text.ts'

/** Ids are time-ordered or sequential integers that fit a JavaScript number (53 bits). */
export const id = z.int().positive()

/** An id in a request: forms and query strings send it as text. */
export const idInput = z.coerce.number<number>().int().positive().max(Number.MAX_SAFE_INTEGER)

/** Who the caller says to be; empty, null and 0 say nothing. Never an identity: see `Endpoint.actingAs`. */
export const actingUserId = z.coerce.number<number | null>().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional()

/** Degrees; 0,0 and absent mean that the position is unknown. */
export const latitudeInput = z.coerce.number<number>().min(-90).max(90).optional()
/** Degrees. */
export const longitudeInput = z.coerce.number<number>().min(-180).max(180).optional()

/** Text that PostgreSQL can store: it has no NUL. */
const storable = z.string().refine((value) => !value.includes('\0'))

/** Text with something in it, trimmed. `required` and `tooLong` are the sentences a person reads. */
export const writtenText = (max: number, required: string, tooLong: string) =>
  storable.trim().min(1, { error: required }).max(max, { error: tooLong })

/** Text that may be left out, trimmed. */
export const optionalText = (max: number, tooLong: string) => storable.trim().max(max, { error: tooLong }).default('')

/** Credentials as they come: what is wrong with them is nobody's business but the account's. */
export const credential = (max: number, required: string) => storable.min(1, { error: required }).max(max)

/** At most 320 characters, as a person counts them (spec section 5); empty is fine. */
export const bioLimit = 320
export const bioInput = storable.trim().max(bioLimit, { error: fieldsText.bioLength })

/** 0 or 1: forms send it as text. */
export const flagInput = z.coerce.number<number>().pipe(z.literal([0, 1]))

/** What somebody types into a search box. */
export const searchText = storable.trim().max(100)

export const emailInput = storable
  .trim()
  .min(1, { error: fieldsText.emailRequired })
  .max(254, { error: fieldsText.email })
  .pipe(z.email({ error: fieldsText.email }))

export const usernameInput = storable
  .trim()
  .min(1, { error: fieldsText.usernameRequired })
  .max(30, { error: fieldsText.usernameLength })
  .regex(/^[A-Za-z0-9._]+$/, { error: fieldsText.usernameCharacters })

export const newPasswordInput = storable
  .min(1, { error: fieldsText.passwordRequired })
  .min(8, { error: fieldsText.passwordLength })
  .max(200, { error: fieldsText.passwordTooLong })

/** The most bytes an image may have, as sent (design: media). */
export const imageBytesLimit = 10 * 1024 * 1024
/** Base64 carries three bytes in four characters; the rest is the data URL's own head. */
const dataUrlLimit = Math.ceil(imageBytesLimit / 3) * 4 + 100

/** A picture as data URL; a file part of a multipart body arrives as one too. What it really is, is decided by decoding it. */
export const imageInput = z.string().max(dataUrlLimit, { error: fieldsText.imageTooLarge })
/** Body limit of a call that carries one picture. */
export const imageBodyLimit = dataUrlLimit + 64 * 1024

/** ISO 8601, UTC. */
export const timestamp = z.string()

/** What a call answers when there is nothing else to say. */
export const done = z.object({ success: z.literal(true), message: z.string() })
