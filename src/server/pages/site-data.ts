import { version } from '../../../package.json'
import { demoSocialPath } from '../../demo/pages.ts'
import type { Site } from '../../ui/page/page-context.ts'
import type { Config } from '../config.ts'
import type { RequestContext } from '../context/request-context.ts'
import { isDemonstration } from '../loopback.ts'
import { socialNetworks } from '../setting-kinds.ts'

/** Public settings of this deployment, for the pages. */
export function siteDataFrom({ config }: RequestContext): Site {
  return {
    name: config.SITE_NAME,
    logoUrl: config.SITE_MARK ?? null,
    company: {
      name: config.COMPANY_NAME ?? null,
      address: config.COMPANY_ADDRESS ?? null,
      taxId: config.COMPANY_TAX_ID ?? null,
      registryId: config.COMPANY_REGISTRY_ID ?? null,
    },
    social: socialLinks(config),
    url: config.SITE_URL,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    version,
    storefronts: config.storefronts,
    minimumContributionCents: config.GROUP_MINIMUM_CENTS,
    reservationMinutes: config.HOLD_MINUTES,
    passwordLength: config.PASSWORD_LENGTH,
    /** Null where nothing is tracked; without a tag, in a demonstration, the page of cookie choices shows the events. */
    analytics: config.ANALYTICS_TAG || isDemonstration(config) ? { tag: config.ANALYTICS_TAG ?? null } : null,
    isHttps: config.SITE_URL.startsWith('https:'),
  }
}

/** The shop's accounts; a demonstration without any shows where they would stand. */
function socialLinks(config: Config): Site['social'] {
  if (config.SOCIAL.length > 0 || !isDemonstration(config)) return config.SOCIAL
  return socialNetworks.map(name => ({ name, url: config.SITE_URL + demoSocialPath(name) }))
}
