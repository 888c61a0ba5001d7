import { ShopFailure } from '../../port.ts'
import { createPrivateToken } from '../credentials/private-token.ts'
import { expiryOf } from '../credentials/token-expiry.ts'
import {
  ensure,
  queryChannel,
  reportUnproved,
  runSetupStep,
  type SetupContext,
  storeChannels,
} from './setup-context.ts'

const dayMs = 86_400_000
const tokenLifetimeMs = 365 * dayMs
/** A token that expires sooner is replaced. */
const replaceBeforeMs = 60 * dayMs

/** Makes a private storefront token for each channel; one that works is kept. Returns the tokens by channel id. */
export async function setUpStorefrontTokens(ctx: SetupContext): Promise<Map<number, string>> {
  const tokens = new Map<number, string>()
  for (const { id: channel, languages } of storeChannels(ctx)) {
    const name = `token of channel ${channel}`
    const existing = languages
      .map(language => ctx.request.tokens[language])
      .find(token => token !== undefined)
    const token = await findOrMakeToken(ctx, name, channel, existing)
    if (!token) continue
    tokens.set(channel, token)
    for (const language of languages) ctx.channels[language].token = token
  }
  return tokens
}

async function findOrMakeToken(
  ctx: SetupContext,
  name: string,
  channel: number,
  existing: string | undefined,
): Promise<string | null> {
  const expiry = existing === undefined ? null : expiryOf(existing)
  const endsOn = expiry?.toISOString().slice(0, 10)
  const isEnding = expiry !== null && expiry.getTime() < ctx.now.getTime() + replaceBeforeMs
  const works = existing !== undefined && (await isAccepted(ctx, channel, existing))
  if (works && isEnding && !ctx.mayChange) {
    reportUnproved(
      ctx,
      name,
      `valid until ${endsOn}; the running product renews it, its /readyz says until when`,
    )
    return existing
  }
  const present = works ? `, the present one ends on ${endsOn}` : ', the present one is refused'
  return runSetupStep(ctx, name, () =>
    ensure(ctx, {
      name,
      find: async () => (works && !isEnding ? existing : null),
      describe: () => (endsOn ? `valid until ${endsOn}` : 'works'),
      missing: `a private storefront token for one year${existing === undefined ? '' : present}`,
      make: () => createPrivateToken(ctx.rest, channel, new Date(ctx.now.getTime() + tokenLifetimeMs)),
    }),
  )
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
