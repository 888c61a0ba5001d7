import { dayMs } from '../../../base/durations.ts'
import type { ShopCredentialOperations } from '../../port-store.ts'
import type { CredentialKeeper } from '../credentials.ts'
import type { RestClient } from '../rest-client.ts'
import { createPrivateToken } from './private-token.ts'

const lifetimeMs = 365 * dayMs

export function credentialOperations(keeper: CredentialKeeper, rest: RestClient): ShopCredentialOperations {
  return {
    watchCredentials: watcher => keeper.watch(watcher),
    credentialStatus: () => keeper.status(),
    takeStorefrontToken: (channel, token) => keeper.take(channel, token),
    async createStorefrontToken(channel, now) {
      const endsAt = new Date(now.getTime() + lifetimeMs)
      return { token: await createPrivateToken(rest, channel, endsAt), endsAt }
    },
  }
}
