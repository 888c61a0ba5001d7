import { Hono } from 'hono'
import { html } from 'hono/html'
import { demoPage } from '../email/demo-mailbox.ts'
import { type SocialNetwork, socialNetworks } from '../setting-kinds.ts'

/** Where the demonstration's footer leads to instead of an account on that network, because an invented one would be a stranger's. */
export const demoSocialPath = (network: SocialNetwork) => `/dev/social/${network.toLowerCase()}`

/** What stands in the place of the shop's account on a network. */
export function demoSocialRoutes(): Hono {
  const pages = new Hono()
  for (const network of socialNetworks)
    pages.get(demoSocialPath(network), c =>
      c.html(
        demoPage(
          network,
          html`<p>
            This is a demonstration: the shop’s own page on ${network} would open here, once the setting
            <code>SOCIAL</code> names it.
          </p>`,
        ),
      ),
    )
  return pages
}
