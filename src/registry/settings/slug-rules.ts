import { foldCode } from '../../base/fields.ts'
import { transliterateGreek } from '../../base/greek/elot.ts'

/** Addresses of the host's choice (product.md 4): 3 to 60 ASCII letters, digits and single dashes between them. */
export const minSlugLength = 3
export const maxSlugLength = 60

/** Words that a guest would take for the site's own, or that the site may want for pages of its own. */
const reserved = new Set(
  `about account add admin administrator all api app assets benefits birthday baptism baby-shower blog card cards cart
  categories checkout contact contact-us cookies create create-registry customer delete dev doron edit email event events
  faq find find-registry funding gift gift-card gift-cards gifts gifts-received group-activity guest guests help home
  host hosts how-it-works images index inspiration invitation invitations lets-event live login logout mail
  my-registries new newsletter null official other page pages password payment pictures privacy private public register
  registries registry root search security settings share shop site sitemap slug static store student-life support
  system terms test thank-you travel-experiences undefined user users wedding www`.split(/\s+/),
)

/** What is wrong with an address, as a message key; null when it may be asked for. */
export function findSlugError(slug: string): string | null {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return 'hosting_slug_wrong'
  if (slug.length < minSlugLength) return 'hosting_slug_short'
  if (slug.length > maxSlugLength) return 'hosting_slug_long'
  // What can be read as a registry's code leads to that registry.
  return reserved.has(slug) || foldCode(slug) !== null ? 'hosting_slug_reserved' : null
}

/** The same for addresses that people take for the same: dashes, capitals, Greek letters, o and 0, l and 1. */
export function foldSlug(typed: string): string {
  return transliterateGreek(typed)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
}

/** A text as an address: Greek by ELOT 743, everything else a dash. */
export function slugify(text: string): string {
  const dashed = transliterateGreek(text.replace(/['’΄`´]/g, '')).replace(/[^a-z0-9]+/g, '-')
  return dashed.slice(0, maxSlugLength).replace(/^-+|-+$/g, '')
}

interface Named {
  name: string
  surname: string
  partner_name: string | null
  partner_surname: string | null
  registry_name: string
  event_type: string
  event_day: string | null
}

/** Addresses to offer, the shortest thought first; whether one is free is another question. */
export function suggestSlugs(registry: Named): string[] {
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
  return [...new Set(ideas.map(slugify))].filter(slug => findSlugError(slug) === null)
}
