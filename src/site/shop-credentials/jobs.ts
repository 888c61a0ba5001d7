import type { JobContext } from '../../server/context/request-context.ts'
import * as data from './data.ts'
import { findEndingTokens, renewToken, resealToken, takeStoredTokens } from './service.ts'
import { tellOfEndingToken } from './tell-service.ts'

/** Renews the storefront tokens that end within 30 days, and tells staff of those that could not be renewed (R956). */
export async function renewStorefrontTokens(ctx: JobContext): Promise<void> {
  for (const key of ctx.shop.credentialStatus().storefrontTokens)
    if (await data.findStoredToken(ctx.db, key)) await resealToken(key, ctx)
  await takeStoredTokens(ctx)
  for (const token of findEndingTokens(ctx)) await renewToken(token, ctx)
  for (const { storeHash, channel, endsAt } of findEndingTokens(ctx)) {
    const stored = await data.findStoredToken(ctx.db, { storeHash, channel })
    await tellOfEndingToken({ channel, endsAt, failure: stored?.renewal_failure ?? 'other' }, ctx)
  }
}
