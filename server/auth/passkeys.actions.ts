import { randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { SecondStep } from '#contract/auth.ts'
import type { Output, Parsed } from '#contract/calls.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Config } from '#server/platform/config.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { createToken, hashToken } from './auth.actions.ts'
import { type Account, findAccount, lockAccount } from './auth.queries.ts'
import { isEmailTrusted } from './auth.rules.ts'
import { deviceOf } from './devices.rules.ts'
import { mailOwner } from './owner-mail.actions.ts'
import {
  countPasskeys,
  countRecoveryCodes,
  deletePasskey as deleteRow,
  deleteRecoveryCode,
  deleteRecoveryCodesOf,
  deleteTicket,
  findPasskey,
  findPasskeys,
  findTicketOwner,
  insertPasskey,
  insertRecoveryCodes,
  insertTicket,
  type PasskeyRow,
  type Purpose,
  updatePasskeyUse,
} from './passkeys.queries.ts'
import {
  canAddPasskey,
  hashRecoveryCode,
  createRecoveryCodes,
  type RelyingParty,
  relyingPartyOf,
} from './passkeys.rules.ts'
import { confirmPassword, lockConfirmed, type SecurityMailContext } from './passwords.actions.ts'
import { securityText } from './security.text.ts'

type PasskeyContext = Pick<AppContext, 'db'> & { config: Pick<Config, 'publicUrl' | 'smtpUrl' | 'serverName'> }
/** A user confirms a change with the password. */
type Confirmation = { userId: number; password: string }
type NewPasskey = Parsed<'addPasskey'> & { userId: number; userAgent: string | undefined }

/** How long a ticket is valid. */
const ticketLifetimeMs = 5 * 60 * 1000
/** EdDSA, ES256, RS256. The library's default also needs algorithms that are experimental in Node. */
const supportedAlgorithmIDs = [-8, -7, -257]

const viewCredential = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports,
})

/** Throws a Refusal 409 where browsers refuse passkeys. */
function requireRelyingParty(publicUrl: URL): RelyingParty {
  const party = relyingPartyOf(publicUrl)
  if (!party) throw new Refusal(409, securityText.noPasskeysHere)
  return party
}

/** Throws a Refusal 409 while the address is not confirmed: a passkey would shut its real owner out. */
function requireTrustedEmail(account: Account, config: Pick<Config, 'smtpUrl'>): void {
  if (!isEmailTrusted(account, config)) throw new Refusal(409, securityText.confirmFirst)
}

/** Creates a ticket for a user whose password was just verified. Ticket and challenge are stored as hashes. */
async function createTicket(
  db: Database,
  user_id: number,
  purpose: Purpose,
): Promise<{ ticket: string; challenge: Uint8Array<ArrayBuffer> }> {
  const ticket = createToken()
  const challenge = new Uint8Array(randomBytes(32))
  const challenge_sha256 = hashToken(Buffer.from(challenge).toString('base64url'))
  await insertTicket(db, {
    ticket_sha256: hashToken(ticket),
    user_id,
    purpose,
    challenge_sha256,
    expires_at: new Date(Date.now() + ticketLifetimeMs),
  })
  return { ticket, challenge }
}

/** Null when the library throws: a refusal does not say what was wrong with a browser's response. */
const tryVerify = <Result>(verify: () => Promise<Result>): Promise<Result | null> =>
  Promise.resolve()
    .then(verify)
    .catch(() => null)

/**
 * Starts adding a passkey: options for the browser. Throws a Refusal 403 (password), 409 (unsupported here, too many,
 * address not confirmed).
 */
export async function beginPasskey(
  { db, config }: PasskeyContext,
  { userId, password }: Confirmation,
): Promise<Omit<Output<'beginPasskey'>, 'success'>> {
  const { rpID } = requireRelyingParty(config.publicUrl)
  const account = await confirmPassword(db, userId, password)
  requireTrustedEmail(account, config)
  const { username } = account
  const passkeys = await findPasskeys(db, userId)
  if (!canAddPasskey(passkeys.length)) throw new Refusal(409, securityText.passkeysFull)
  const { ticket, challenge } = await createTicket(db, userId, 'add')
  const { user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: config.serverName,
    rpID,
    userName: username,
    userID: new TextEncoder().encode(String(userId)),
    supportedAlgorithmIDs,
  })
  const options = {
    challenge: Buffer.from(challenge).toString('base64url'),
    rp: { id: rpID, name: config.serverName },
    user: { id: user.id, name: username, displayName: username },
    pubKeyCredParams,
    timeout: ticketLifetimeMs,
    attestation: 'none' as const,
    excludeCredentials: passkeys.map(viewCredential),
    authenticatorSelection: {
      residentKey: 'preferred' as const,
      requireResidentKey: false,
      userVerification: 'preferred' as const,
    },
  }
  return { ticket, options }
}

/** Consumes the ticket and verifies the browser's response. Throws a Refusal 400 (ticket or passkey). */
async function verifyNewCredential(
  { db, config }: PasskeyContext,
  { userId, ticket, response }: Pick<NewPasskey, 'userId' | 'ticket' | 'response'>,
) {
  const { rpID, origin } = requireRelyingParty(config.publicUrl)
  // Consumed in any case: a challenge may be answered once.
  const used = await deleteTicket(db, hashToken(ticket), 'add', userId)
  if (!used) throw new Refusal(400, securityText.passkeyExpired)
  const registration = await tryVerify(() =>
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: (challenge) => hashToken(challenge).equals(used.challenge_sha256),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    }),
  )
  if (!registration?.verified) throw new Refusal(400, securityText.passkeyRefused)
  return registration.registrationInfo.credential
}

/**
 * Adds the passkey that the browser created and mails the owner. The first passkey brings recovery codes.
 * Throws a Refusal 400 (ticket or passkey) or 409 (known, too many, address not confirmed).
 */
export async function addPasskey(
  { db, jobs, config }: SecurityMailContext,
  { userId, ticket, name, response, userAgent }: NewPasskey,
): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] | undefined }> {
  const credential = await verifyNewCredential({ db, config }, { userId, ticket, response })
  const { id: credential_id, publicKey, counter } = credential
  const row = {
    user_id: userId,
    credential_id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: response.response.transports,
    name: name || deviceOf(userAgent) || securityText.passkeyName,
  }
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, userId)
    const account = await findAccount(trx, userId)
    requireTrustedEmail(account, config)
    const before = await countPasskeys(trx, userId)
    if (!canAddPasskey(before)) throw new Refusal(409, securityText.passkeysFull)
    const passkey = await insertPasskey(trx, row)
    if (!passkey) throw new Refusal(409, securityText.passkeyKnown)
    await mailOwner({ trx, jobs, config }, account, {
      subject: securityText.passkeyAddedSubject,
      text: securityText.passkeyAddedBody(account.username, config.publicUrl),
    })
    return { passkey, recoveryCodes: before === 0 ? await replaceRecoveryCodes(trx, userId) : undefined }
  })
}

/** @returns the codes, which are stored as hashes only. */
async function replaceRecoveryCodes(trx: Database, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes()
  await deleteRecoveryCodesOf(trx, userId)
  await insertRecoveryCodes(trx, userId, codes.map(hashRecoveryCode))
  return codes
}

/** Replaces the recovery codes. Throws a Refusal 403 (password) or 409 (no passkey, address not confirmed). */
export async function renewRecoveryCodes(
  { db, config }: PasskeyContext,
  { userId, password }: Confirmation,
): Promise<string[]> {
  const confirmed = await confirmPassword(db, userId, password)
  requireTrustedEmail(confirmed, config)
  return inTransaction(db, async (trx) => {
    await lockConfirmed(trx, confirmed)
    if ((await countPasskeys(trx, userId)) === 0) throw new Refusal(409, securityText.noCodesWithoutPasskeys)
    return replaceRecoveryCodes(trx, userId)
  })
}

/**
 * Deletes a passkey, and with the last one the recovery codes, and mails the owner. Throws a Refusal 403 (password),
 * 404.
 */
export async function deletePasskey(
  { db, jobs, config }: SecurityMailContext,
  { userId, passkeyId, password }: Confirmation & { passkeyId: number },
): Promise<void> {
  const confirmed = await confirmPassword(db, userId, password)
  await inTransaction(db, async (trx) => {
    const account = await lockConfirmed(trx, confirmed)
    if (!(await deleteRow(trx, userId, passkeyId))) throw notFound()
    const isLast = (await countPasskeys(trx, userId)) === 0
    if (isLast) await deleteRecoveryCodesOf(trx, userId)
    await mailOwner({ trx, jobs, config }, account, {
      subject: securityText.passkeyDeletedSubject,
      text: securityText.passkeyDeletedBody(account.username, isLast, config.publicUrl),
    })
  })
}

/** Starts the second step of a sign-in; null for an account without passkeys. */
export async function beginSecondStep({ db, config }: PasskeyContext, userId: number): Promise<SecondStep | null> {
  const passkeys = await findPasskeys(db, userId)
  if (passkeys.length === 0) return null
  const { ticket, challenge } = await createTicket(db, userId, 'login')
  const party = relyingPartyOf(config.publicUrl)
  // Where passkeys do not work, only a recovery code helps.
  if (!party) return { ticket }
  const { rpID } = party
  const options = await generateAuthenticationOptions({ rpID, challenge, timeout: ticketLifetimeMs })
  return {
    ticket,
    options: {
      challenge: options.challenge,
      timeout: ticketLifetimeMs,
      rpId: rpID,
      allowCredentials: passkeys.map(viewCredential),
      userVerification: 'preferred',
    },
  }
}

type CountAttempt = (email: string) => Promise<void>

/** Finds the account of a ticket and counts the attempt. Throws a Refusal 401 (ticket) or 429. */
async function findAccountOfTicket(db: Database, ticket: string, countAttempt: CountAttempt): Promise<Account> {
  const userId = await findTicketOwner(db, hashToken(ticket), 'login')
  if (userId === undefined) throw new Refusal(401, securityText.signInExpired)
  const account = await findAccount(db, userId)
  await countAttempt(account.email)
  return account
}

/** Completes a sign-in with a passkey. Throws a Refusal 401 or 409 (unsupported here). */
export async function completeWithPasskey(
  { db, config }: PasskeyContext,
  { ticket, response, countAttempt }: Parsed<'loginWithPasskey'> & { countAttempt: CountAttempt },
): Promise<Account> {
  const { rpID, origin } = requireRelyingParty(config.publicUrl)
  const account = await findAccountOfTicket(db, ticket, countAttempt)
  const used = await deleteTicket(db, hashToken(ticket), 'login', account.id)
  if (!used) throw new Refusal(401, securityText.signInExpired)
  const passkey = await findPasskey(db, account.id, response.id)
  const authentication =
    passkey &&
    (await tryVerify(() =>
      verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: (challenge) => hashToken(challenge).equals(used.challenge_sha256),
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(passkey.public_key),
          counter: passkey.counter,
        },
        requireUserVerification: false,
      }),
    ))
  // Two responses with the same counter mean that the authenticator was cloned.
  const isValid =
    authentication?.verified && (await updatePasskeyUse(db, passkey!.id, authentication.authenticationInfo.newCounter))
  if (!isValid) throw new Refusal(401, securityText.passkeyRefused)
  return account
}

/**
 * Completes a sign-in with a recovery code. A wrong code keeps the ticket. Throws a Refusal 401 (ticket) or 403 (code).
 */
export async function completeWithRecoveryCode(
  { db, jobs, config }: Pick<AppContext, 'db' | 'jobs'> & { config: Pick<Config, 'smtpUrl'> },
  { ticket, code, countAttempt }: Parsed<'loginWithRecoveryCode'> & { countAttempt: CountAttempt },
): Promise<Account> {
  const account = await findAccountOfTicket(db, ticket, countAttempt)
  return inTransaction(db, async (trx) => {
    if (!(await deleteTicket(trx, hashToken(ticket), 'login', account.id)))
      throw new Refusal(401, securityText.signInExpired)
    if (!(await deleteRecoveryCode(trx, account.id, hashRecoveryCode(code))))
      throw new Refusal(403, securityText.wrongRecoveryCode)
    const left = await countRecoveryCodes(trx, account.id)
    await mailOwner({ trx, jobs, config }, account, {
      subject: securityText.codeUsedSubject,
      text: securityText.codeUsedBody(account.username, left),
    })
    return account
  })
}
