import { version } from '../../package.json'
import type { Site } from '../ui/context.ts'
import type { Config } from './config.ts'
import { isDemo } from './mailbox.ts'
import type { Visit } from './visit.ts'

/** Public facts of this deployment, for the pages. */
export function siteOf({ config }: Visit): Site {
  return {
    name: config.SITE_NAME,
    mark: config.SITE_MARK ?? null,
    company: config.COMPANY_NAME ?? null,
    social: socialOf(config),
    url: config.SITE_URL,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    version,
    storefront: config.SHOP_STOREFRONT_URL ?? '/shop',
    groupMinimumCents: config.GROUP_MINIMUM_CENTS,
    holdMinutes: config.HOLD_MINUTES,
    passwordBounds: { min: config.PASSWORD_MIN, max: config.PASSWORD_MAX },
    /** Whether visitors are asked; a demonstration asks, so that it can be seen. */
    analytics: config.ANALYTICS_TAG || isDemo(config) ? { tag: config.ANALYTICS_TAG ?? null } : null,
    secure: config.SITE_URL.startsWith('https:'),
  }
}

function socialOf(config: Config): Site['social'] {
  const links = [
    { name: 'Facebook', url: config.SOCIAL_FACEBOOK },
    { name: 'Instagram', url: config.SOCIAL_INSTAGRAM },
    { name: 'Pinterest', url: config.SOCIAL_PINTEREST },
    { name: 'TikTok', url: config.SOCIAL_TIKTOK },
    { name: 'YouTube', url: config.SOCIAL_YOUTUBE },
  ]
  return links.flatMap(({ name, url }) => (url ? [{ name, url }] : []))
}
