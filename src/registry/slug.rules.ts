import { parseCode } from '../base/fields.ts'
import { transliterateGreek } from '../base/greek/letters.ts'

/** Slugs (R205) have ASCII letters and digits, with single dashes between them. */
export const minSlugLength = 3
export const maxSlugLength = 60
/** The random ending (R1206): a dash and four characters. */
export const endingLength = 5

/** Words that guests would take for the site's own, or that it may need for pages; event types are reserved too. */
const reservedWords = new Set(
  `about about-us accessibility account add admin administrator after-paying all announcement api app
  assets benefits blog card cards cart categories checkout co-host contact contact-us cookie-choices
  cookies cookies-policy create create-registry customer delete dev discover-more doron edit email
  email-change email-confirmation event events faq find find-registry forgot-password funding gift
  gift-card gift-cards gifts gifts-received guest guests help home host hosts how-it-works images index
  inspiration invitation invitations invited live login logout mail menus my-gift my-registries new
  newsletter null official page pages password payment payment-delivery-returns-policy pictures privacy
  private public register registries registry reply reset-password root search second-factor security
  settings share shop site sitemap slug staff static stop-invitations store support system terms
  terms-of-use-gift-purchaser terms-of-use-privacy-policy terms-of-use-registrant test thank-you
  travel-experiences undefined user users www`.split(/\s+/),
)

/** The message key of what is wrong with a slug; null when nothing is. `eventTypes` are slugs, which are reserved. */
export function findSlugError(slug: string, eventTypes: string[] = []): string | null {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return 'hosting_slug_wrong'
  if (slug.length < minSlugLength) return 'hosting_slug_short'
  if (slug.length > maxSlugLength) return 'hosting_slug_long'
  // A text that can be read as a code would lead to the registry with that code.
  const isReserved = reservedWords.has(slug) || eventTypes.includes(slug) || parseCode(slug) !== null
  return isReserved ? 'hosting_slug_reserved' : null
}

/** Maps slugs that people confuse to the same text: without dashes and case, Greek as Latin, 0 as o, 1 as l. */
export function foldSlug(typed: string): string {
  return transliterateGreek(typed)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
}

/** Greek is transliterated by ELOT 743; everything else becomes a dash. */
export function slugify(text: string): string {
  const dashed = transliterateGreek(text.replace(/['’΄`´]/g, '')).replace(/[^a-z0-9]+/g, '-')
  return dashed.slice(0, maxSlugLength).replace(/^-|-$/g, '')
}

interface RegistryNames {
  name: string
  surname: string
  partner_name: string | null
  partner_surname: string | null
  registry_name: string
  event_type: string
  event_day: string | null
}

/** Ideas from the registry's names, in the order to offer them; some may be taken. */
export function suggestSlugs(registry: RegistryNames, eventTypes: string[] = []): string[] {
  const first = [registry.name, registry.partner_name].filter(Boolean).join(' ')
  const last = [registry.surname, registry.partner_surname].filter(Boolean).join(' ')
  const year = registry.event_day?.slice(0, 4) ?? ''
  const ideas = [
    registry.registry_name,
    first,
    `${first} ${year}`,
    last,
    `${first} ${last}`,
    `${last} ${year}`,
    `${first} ${registry.event_type} ${year}`,
  ]
  return [...new Set(ideas.map(slugify))].filter(slug => findSlugError(slug, eventTypes) === null)
}
