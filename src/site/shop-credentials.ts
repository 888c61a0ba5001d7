import { type Selectable, sql } from 'kysely'
import { dayInAthens } from '../base/dates.ts'
import { dayMs, hourMs } from '../base/durations.ts'
import type { JobContext } from '../server/context/request-context.ts'
import { openSealedText, sealText } from '../server/context/signing.ts'
import { findRow, insertNewRow, updateRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { ShopFailure } from '../shop/port.ts'
import { type CredentialRefusal, runInForeground, type StorefrontTokenStatus } from '../shop/port-store.ts'
import { lockAlarms, tellOnce } from './security-alarms.ts'

/** A token that expires sooner is renewed (R956). */
const renewBeforeMs = 30 * dayMs
/** For how long a failed renewal is not tried again, by any process. */
const renewalPauseMs = 600_000

interface TokenEnd {
  endsAt: Date | null
  isRefused: boolean
}

/** `ok`: works for longer than 30 days, as far as we know. */
type TokenState = 'ok' | 'ending' | 'ended' | 'refused'

function tokenStateOf({ endsAt, isRefused }: TokenEnd, now: Date): TokenState {
  if (isRefused) return 'refused'
  if (endsAt === null || endsAt.getTime() > now.getTime() + renewBeforeMs) return 'ok'
  return endsAt > now ? 'ending' : 'ended'
}

/** Hands stored tokens to the shop's client, which takes those that expire later than its own. */
export async function takeStoredTokens(ctx: JobContext): Promise<void> {
  for (const key of ctx.shop.credentialStatus().storefrontTokens)
    takeStoredToken(await findStoredToken(ctx.db, key), key, ctx)
}

/** Replaces a token that the shop refused: by a newer one from the database, else by a new one. */
export async function replaceRefusedToken(key: TokenKey, ctx: JobContext): Promise<void> {
  takeStoredToken(await findStoredToken(ctx.db, key), key, ctx)
  if (stateOf(key, ctx) !== 'ok') await renewToken(key, ctx)
}

/**
 * Renews a token that expires soon or that the shop refused. The row's lock lets one process do so; the others wait
 * and take the result. A failed renewal is stored, and tried again after `renewalPauseMs`.
 */
async function renewToken(key: TokenKey, ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const stored = await lockStoredToken(tx, key)
    takeStoredToken(stored, key, ctx)
    const state = stateOf(key, ctx)
    if (state === 'ok' || isPaused(stored, ctx.now)) return
    try {
      // In the foreground, because the row is locked until the call is answered.
      const { token, endsAt } = await runInForeground(() =>
        ctx.shop.createStorefrontToken(key.channel, ctx.now),
      )
      await storeSealed(tx, key, { token, endsAt }, ctx)
      ctx.shop.takeStorefrontToken(key.channel, token)
      ctx.log.info({ channel: key.channel, endsAt, former: state }, 'storefront token renewed')
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      await updateRows(tx, 'storefront_token', {
        set: { renewal_failure: renewalFailureOf(error), renewal_failed_at: ctx.now },
        where: { store_hash: key.storeHash, channel_id: key.channel },
      })
      ctx.log.warn({ channel: key.channel, error: error.message }, 'storefront token not renewed')
    }
  })
}

/** For `/readyz`; nothing secret. */
export async function readCredentialHealth(ctx: JobContext) {
  const { isAccessRefused, storefrontTokens } = ctx.shop.credentialStatus()
  const storefront = await Promise.all(
    storefrontTokens.map(async token => ({
      channel: token.channel,
      state: tokenStateOf(token, ctx.now),
      ends_at: token.endsAt?.toISOString() ?? null,
      renewal_failed: (await findStoredToken(ctx.db, token))?.renewal_failure ?? null,
    })),
  )
  return { management: isAccessRefused ? ('refused' as const) : ('ok' as const), storefront }
}

function findEndingTokens(ctx: JobContext): (StorefrontTokenStatus & { state: TokenState })[] {
  return ctx.shop
    .credentialStatus()
    .storefrontTokens.map(token => ({ ...token, state: tokenStateOf(token, ctx.now) }))
    .filter(({ state }) => state !== 'ok')
}

/** Seals a stored token again that was sealed with a former SECRET, so that the former one can be removed. */
async function resealToken(key: TokenKey, ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const stored = await lockStoredToken(tx, key)
    const opened = open(stored, key, ctx)
    if (!opened || opened.isPresentKey || stored.ends_at === null) return
    await storeSealed(tx, key, { token: opened.text, endsAt: stored.ends_at }, ctx)
  })
}

function takeStoredToken(stored: StoredToken | null, key: TokenKey, ctx: JobContext): void {
  if (!stored?.sealed_token) return
  const opened = open(stored, key, ctx)
  if (opened) ctx.shop.takeStorefrontToken(key.channel, opened.text)
  else ctx.log.warn({ channel: key.channel }, 'the stored storefront token was sealed with another SECRET')
}

function open({ sealed_token }: StoredToken, key: TokenKey, { config }: JobContext) {
  return sealed_token === null ? null : openSealedText('storefront token', sealed_token, aboutOf(key), config)
}

/** Stores a token, sealed, and notifies every process when the transaction commits. */
async function storeSealed(
  tx: Db,
  key: TokenKey,
  { token, endsAt }: { token: string; endsAt: Date },
  { config }: JobContext,
): Promise<void> {
  const sealed_token = sealText('storefront token', token, aboutOf(key), config)
  await updateRows(tx, 'storefront_token', {
    set: { sealed_token, ends_at: endsAt, renewal_failure: null, renewal_failed_at: null },
    where: { store_hash: key.storeHash, channel_id: key.channel },
  })
  await sql`select pg_notify(${storefrontTokenChannel}, '')`.execute(tx)
}

const aboutOf = ({ storeHash, channel }: TokenKey) => `${storeHash} ${channel}`

function stateOf({ channel }: TokenKey, ctx: JobContext): TokenState {
  const token = ctx.shop.credentialStatus().storefrontTokens.find(one => one.channel === channel)
  return token ? tokenStateOf(token, ctx.now) : 'ok'
}

const isPaused = ({ renewal_failed_at }: StoredToken, now: Date) =>
  renewal_failed_at !== null && now.getTime() - renewal_failed_at.getTime() < renewalPauseMs

function renewalFailureOf({ kind, status }: ShopFailure): 'token' | 'scope' | 'other' {
  if (kind !== 'auth') return 'other'
  return status === 401 ? 'token' : 'scope'
}

/** Tells staff, in the log and by e-mail, that the shop refuses our credentials (R956), of each at most once an hour. */
export async function tellOfRefusal(
  { channel, reason, call }: CredentialRefusal,
  ctx: JobContext,
): Promise<void> {
  const about = `${reason}-${channel === null ? 'management' : `storefront-${channel}`}`
  const props = { channel, reason, call }
  if (await tellLocked({ about: `refused-${about}`, quietMs: hourMs, template: 'shop-refuses', props }, ctx))
    ctx.log.error(props, 'the shop refuses our credentials')
}

/** Tells staff that a token expires, or has expired, and could not be renewed; at most once a day. */
async function tellOfEndingToken(
  token: { channel: number; endsAt: Date | null; failure: 'token' | 'scope' | 'other' },
  ctx: JobContext,
): Promise<void> {
  const { channel, failure } = token
  const ends_on = token.endsAt && dayInAthens(token.endsAt)
  const about = `ending-storefront-${channel}`
  const props = { channel, ends_on, failure }
  if (await tellLocked({ about, quietMs: dayMs, template: 'shop-token-ends', props }, ctx))
    ctx.log.error(props, 'a storefront token ends and was not renewed')
}

async function tellLocked(letter: Parameters<typeof tellOnce>[2], ctx: JobContext): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    await lockAlarms(tx)
    return tellOnce(tx, ctx, letter)
  })
}

/** Renews the storefront tokens that expire within 30 days, and tells staff of those that could not be renewed (R956). */
export async function renewStorefrontTokens(ctx: JobContext): Promise<void> {
  for (const key of ctx.shop.credentialStatus().storefrontTokens)
    if (await findStoredToken(ctx.db, key)) await resealToken(key, ctx)
  await takeStoredTokens(ctx)
  for (const token of findEndingTokens(ctx)) await renewToken(token, ctx)
  for (const { storeHash, channel, endsAt } of findEndingTokens(ctx)) {
    const stored = await findStoredToken(ctx.db, { storeHash, channel })
    await tellOfEndingToken({ channel, endsAt, failure: stored?.renewal_failure ?? 'other' }, ctx)
  }
}

/** The NOTIFY channel by which processes learn of a renewed token. */
export const storefrontTokenChannel = 'doron_storefront_token'

type StoredToken = Selectable<Tables['storefront_token']>

interface TokenKey {
  storeHash: string
  channel: number
}

async function findStoredToken(db: Db, { storeHash, channel }: TokenKey): Promise<StoredToken | null> {
  return (await findRow(db, 'storefront_token', { store_hash: storeHash, channel_id: channel })) ?? null
}

/** Locks the row of a token, inserting it where it is missing. */
async function lockStoredToken(tx: Db, { storeHash, channel }: TokenKey): Promise<StoredToken> {
  await insertNewRow(tx, 'storefront_token', { store_hash: storeHash, channel_id: channel })
  return tx
    .selectFrom('storefront_token')
    .selectAll()
    .where('store_hash', '=', storeHash)
    .where('channel_id', '=', channel)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
