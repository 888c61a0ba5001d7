import { type Language, languages, mapEachLanguage } from '../../../base/language.ts'
import { trimEndOf } from '../../../base/text.ts'
import { ShopFailure } from '../../port.ts'
import type { ShopStoreOperations, StorefrontSite } from '../../port-store.ts'
import type { ShopConnection } from '../connection.ts'
import { getJson, type RestClient } from '../rest-client.ts'
import * as wire from '../wire.ts'

/** Whether calls are made at all; shared by every HTTP client of the connector. */
export interface CallSwitch {
  isEnabled: boolean
}

/** `rest` stops with the switch, `probe` does not. */
export function storeOperations(
  connection: ShopConnection,
  { rest, probe, calls }: { rest: RestClient; probe: RestClient; calls: CallSwitch },
): ShopStoreOperations {
  return {
    async fetchStorefrontSites() {
      const byChannel = new Map<number, StorefrontSite>()
      for (const channel of new Set(Object.values(connection.channels)))
        byChannel.set(channel, await fetchSite(rest, channel))
      const siteOf = (language: Language) => byChannel.get(connection.channels[language]) as StorefrontSite
      return mapEachLanguage(siteOf)
    },
    moveStorefronts(sites) {
      for (const language of languages) {
        const site = sites[language]
        if (!site) continue
        connection.storefrontUrls[language] = site.url
        const origins = [new URL(site.url).origin, ...site.checkoutOrigins]
        // Guests may still be at the former ones.
        connection.checkoutOrigins[language] = [
          ...new Set([...connection.checkoutOrigins[language], ...origins]),
        ]
      }
    },
    setEnabled(isEnabled) {
      calls.isEnabled = isEnabled
    },
    isEnabled: () => calls.isEnabled,
    async isAccessAccepted() {
      try {
        await getJson(probe, wire.ignoredReplySchema, '/v2/time')
        return true
      } catch (error) {
        if (!(error instanceof ShopFailure)) throw error
        // A store that was cancelled is not found; a missing scope says that the token itself is good.
        if (error.status === 401 || error.status === 404) return false
        if (error.status === 403) return true
        throw error
      }
    },
  }
}

async function fetchSite(rest: RestClient, channel: number): Promise<StorefrontSite> {
  const { data } = await getJson(rest, wire.channelSiteSchema, `/v3/channels/${channel}/site`)
  return { url: trimEndOf(data.url, '/'), checkoutOrigins: wire.checkoutOriginsOf(data) }
}
