import type { JobContext } from '../../server/context/request-context.ts'
import { openSealedText, sealText } from '../../server/context/sealing.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { ShopFailure } from '../../shop/port.ts'
import { runInForeground } from '../../shop/port-background.ts'
import type { StorefrontTokenStatus } from '../../shop/port-credentials.ts'
import * as data from './data.ts'
import { renewalPauseMs, type TokenState, tokenStateOf } from './rules.ts'

/** Hands every stored token to the shop, which takes those that end later than its own. */
export async function takeStoredTokens(ctx: JobContext): Promise<void> {
  for (const key of ctx.shop.credentialStatus().storefrontTokens)
    takeStoredToken(await data.findStoredToken(ctx.db, key), key, ctx)
}

/** Another token in place of one that the shop refused: a newer one of the database, else a new one. */
export async function replaceRefusedToken(key: data.TokenKey, ctx: JobContext): Promise<void> {
  takeStoredToken(await data.findStoredToken(ctx.db, key), key, ctx)
  if (stateOf(key, ctx) !== 'ok') await renewToken(key, ctx)
}

/**
 * Renews a token that ends soon, or that the shop refused. One process does; the others wait for it and take what it
 * made. A renewal that failed is noted, and tried again after a while.
 */
export async function renewToken(key: data.TokenKey, ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const stored = await data.lockStoredToken(tx, key)
    takeStoredToken(stored, key, ctx)
    const state = stateOf(key, ctx)
    if (state === 'ok' || isPaused(stored, ctx.now)) return
    try {
      // The row is locked meanwhile: this call doesn't wait for a better time.
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

/** What `/readyz` says of the credentials; nothing secret. */
export async function readCredentialHealth(ctx: JobContext) {
  const { isAccessRefused, storefrontTokens } = ctx.shop.credentialStatus()
  const storefront = await Promise.all(
    storefrontTokens.map(async token => ({
      channel: token.channel,
      state: tokenStateOf(token, ctx.now),
      ends_at: token.endsAt?.toISOString() ?? null,
      renewal_failed: (await data.findStoredToken(ctx.db, token))?.renewal_failure ?? null,
    })),
  )
  return { management: isAccessRefused ? ('refused' as const) : ('ok' as const), storefront }
}

/** The tokens in use that have to be renewed. */
export function findEndingTokens(ctx: JobContext): (StorefrontTokenStatus & { state: TokenState })[] {
  return ctx.shop
    .credentialStatus()
    .storefrontTokens.map(token => ({ ...token, state: tokenStateOf(token, ctx.now) }))
    .filter(({ state }) => state !== 'ok')
}

/** Seals a stored token anew that was sealed with a former secret, so that this one may be forgotten. */
export async function resealToken(key: data.TokenKey, ctx: JobContext): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    const stored = await data.lockStoredToken(tx, key)
    const opened = open(stored, key, ctx)
    if (!opened || opened.isPresentKey || stored.ends_at === null) return
    await storeSealed(tx, key, { token: opened.text, endsAt: stored.ends_at }, ctx)
  })
}

function takeStoredToken(stored: data.StoredToken | null, key: data.TokenKey, ctx: JobContext): void {
  if (!stored?.sealed_token) return
  const opened = open(stored, key, ctx)
  if (opened) ctx.shop.takeStorefrontToken(key.channel, opened.text)
  else ctx.log.warn({ channel: key.channel }, 'the stored storefront token was sealed with another SECRET')
}

function open({ sealed_token }: data.StoredToken, key: data.TokenKey, { config }: JobContext) {
  return sealed_token === null ? null : openSealedText('storefront token', sealed_token, aboutOf(key), config)
}

function storeSealed(
  tx: Db,
  key: data.TokenKey,
  { token, endsAt }: { token: string; endsAt: Date },
  { config }: JobContext,
): Promise<void> {
  return data.storeToken(tx, key, sealText('storefront token', token, aboutOf(key), config), endsAt)
}

const aboutOf = ({ storeHash, channel }: data.TokenKey) => `${storeHash} ${channel}`

function stateOf({ channel }: data.TokenKey, ctx: JobContext): TokenState {
  const token = ctx.shop.credentialStatus().storefrontTokens.find(one => one.channel === channel)
  return token ? tokenStateOf(token, ctx.now) : 'ok'
}

const isPaused = ({ renewal_failed_at }: data.StoredToken, now: Date) =>
  renewal_failed_at !== null && now.getTime() - renewal_failed_at.getTime() < renewalPauseMs

function renewalFailureOf({ kind, status }: ShopFailure): 'token' | 'scope' | 'other' {
  if (kind !== 'auth') return 'other'
  return status === 401 ? 'token' : 'scope'
}
