import { z } from 'zod'
import { languages } from '../../../base/language.ts'
import { ShopFailure } from '../../port.ts'
import { createIfAllowed, reportCorrect, runSetupStep, type SetupContext } from './setup-context.ts'

const tokenSchema = z.object({ data: z.object({ token: z.string() }) })
const dayMs = 86_400_000
const tokenLifetimeMs = 365 * dayMs
/** A token that expires sooner is replaced. */
const replaceBeforeMs = 60 * dayMs

/** Makes a private storefront token for each channel; one that works is kept. Returns the tokens by channel id. */
export async function setUpStorefrontTokens(ctx: SetupContext): Promise<Map<number, string>> {
  const tokens = new Map<number, string>()
  for (const language of languages) {
    const channel = ctx.request.channels[language]
    const name = `token of channel ${channel}`
    const existing = ctx.request.tokens[language]
    const expiry = existing === undefined ? null : expiryOf(existing)
    const isExpiring = expiry !== null && expiry.getTime() < ctx.now.getTime() + replaceBeforeMs
    const works = existing !== undefined && !isExpiring && (await isAccepted(ctx, channel, existing))
    if (works) reportCorrect(ctx, name, expiry ? `valid until ${expiry.toISOString().slice(0, 10)}` : 'works')
    const token = works
      ? existing
      : await runSetupStep(ctx, name, () =>
          createIfAllowed(ctx, name, 'a private storefront token for one year', () =>
            createToken(ctx, channel),
          ),
        )
    if (!token) continue
    tokens.set(channel, token)
    ctx.settings[`SHOP_TOKEN_${language.toUpperCase()}`] = token
  }
  return tokens
}

/** Sends a query to the channel's Storefront GraphQL API. Throws ShopFailure. */
export function queryChannel(
  { request, http }: Pick<SetupContext, 'request' | 'http'>,
  channel: number,
  token: string,
  query: string,
): Promise<unknown> {
  const url = request.graphqlUrl
    .replaceAll('{store}', request.storeHash)
    .replaceAll('{channel}', String(channel))
  const headers = { authorization: `Bearer ${token}` }
  return http({ method: 'POST', url, headers, body: { query }, repeatable: true })
}

async function isAccepted(ctx: SetupContext, channel: number, token: string): Promise<boolean> {
  try {
    await queryChannel(ctx, channel, token, '{ channel { entityId } }')
    return true
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'auth') return false
    throw error
  }
}

async function createToken(ctx: SetupContext, channel: number): Promise<string> {
  const body = {
    channel_ids: [channel],
    expires_at: Math.floor((ctx.now.getTime() + tokenLifetimeMs) / 1000),
    scopes: ['Unauthenticated'],
  }
  const path = '/v3/storefront/api-token-private'
  return (await ctx.rest(tokenSchema, { method: 'POST', path, body, repeatable: false })).data.token
}

/** When a token of the platform expires, by its own claim; null without one. */
function expiryOf(jwt: string): Date | null {
  try {
    const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
      eat?: unknown
    }
    return typeof claims.eat === 'number' ? new Date(claims.eat * 1000) : null
  } catch {
    return null
  }
}
