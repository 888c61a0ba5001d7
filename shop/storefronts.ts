import { type Channel, channels } from './channels.ts'
import type { Store } from './store.ts'

/** The address of a channel's storefront, without a trailing slash: its own, or the one that all share. */
export function storefrontUrlOf(
  { baseUrl, channelUrls }: Pick<Store, 'baseUrl' | 'channelUrls'>,
  channelId: number,
): string {
  return channelUrls[channelId] ?? baseUrl
}

/** The channel whose storefront a request is for, by its host; undefined where several storefronts share that host. */
export function channelAt(store: Pick<Store, 'baseUrl' | 'channelUrls'>, url: string): Channel | undefined {
  const { host } = new URL(url)
  const served = channels.filter(channel => new URL(storefrontUrlOf(store, channel.id)).host === host)
  return served.length === 1 ? served[0] : undefined
}
