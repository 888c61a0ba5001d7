import { z } from 'zod'
import type { RestClient } from '../rest-client.ts'

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
