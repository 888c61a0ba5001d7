import { version } from '../../../package.json'
import { languageDetails, mapEachLanguage } from '../../base/language.ts'
import type { Site } from '../../ui/page/page-context.ts'
import type { Config } from '../config.ts'
import type { RequestContext } from '../context/request-context.ts'
import { isDemonstration } from '../loopback.ts'

/** Public settings of this deployment, for the pages. */
export function siteDataFrom({ config }: RequestContext): Site {
  return {
    name: config.SITE_NAME,
    logoUrl: config.SITE_MARK ?? null,
    company: config.COMPANY_NAME ?? null,
    social: socialLinks(config),
    url: config.SITE_URL,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    version,
    storefronts: config.storefronts,
    channels: mapEachLanguage(language => config[languageDetails[language].channelSetting]),
    minimumContributionCents: config.GROUP_MINIMUM_CENTS,
    reservationMinutes: config.HOLD_MINUTES,
    passwordLength: { min: config.PASSWORD_MIN, max: config.PASSWORD_MAX },
    /** Null when visitors are not asked for consent; a demonstration asks, so that it can be seen. */
    analytics: config.ANALYTICS_TAG || isDemonstration(config) ? { tag: config.ANALYTICS_TAG ?? null } : null,
    isHttps: config.SITE_URL.startsWith('https:'),
  }
}

function socialLinks(config: Config): Site['social'] {
  const links = [
    { name: 'Facebook', url: config.SOCIAL_FACEBOOK },
    { name: 'Instagram', url: config.SOCIAL_INSTAGRAM },
    { name: 'Pinterest', url: config.SOCIAL_PINTEREST },
    { name: 'TikTok', url: config.SOCIAL_TIKTOK },
    { name: 'YouTube', url: config.SOCIAL_YOUTUBE },
  ]
  return links.flatMap(({ name, url }) => (url ? [{ name, url }] : []))
}
