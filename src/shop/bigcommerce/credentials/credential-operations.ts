import { z } from 'zod'
import { dayMs } from '../../../base/durations.ts'
import type { ShopCredentialOperations } from '../../port-store.ts'
import type { CredentialKeeper } from '../credentials.ts'
import type { RestClient } from '../rest-client.ts'

export const tokenLifetimeMs = 365 * dayMs

export function credentialOperations(keeper: CredentialKeeper, rest: RestClient): ShopCredentialOperations {
  return {
    watchCredentials: watcher => keeper.watch(watcher),
    credentialStatus: () => keeper.status(),
    takeStorefrontToken: (channel, token) => keeper.take(channel, token),
    async createStorefrontToken(channel, now) {
      const endsAt = new Date(now.getTime() + tokenLifetimeMs)
      return { token: await createPrivateToken(rest, channel, endsAt), endsAt }
    },
  }
}

const tokenSchema = z.object({ data: z.object({ token: z.string().min(1) }) })
/** What our queries need: catalogue, content and channel, nothing of a customer. */
const tokenScopes = ['Unauthenticated']

/** Makes a private storefront token, which only servers may use. Throws ShopFailure. */
export async function createPrivateToken(rest: RestClient, channel: number, endsAt: Date): Promise<string> {
  const body = {
    channel_ids: [channel],
    expires_at: Math.floor(endsAt.getTime() / 1000),
    scopes: tokenScopes,
  }
  const path = '/v3/storefront/api-token-private'
  return (await rest(tokenSchema, { method: 'POST', path, body, repeatable: false })).data.token
}
