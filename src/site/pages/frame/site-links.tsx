import { useLocation } from 'react-router'
import { type Language, languageDetails } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { keepTyped } from '../../../ui/browser/early-input.ts'
import { Link } from '../../../ui/page/link.tsx'
import type { Site } from '../../../ui/page/page-context.ts'
import { classNames } from '../../../ui/style/class-names.ts'

export interface SiteLink {
  to: string
  label: () => string
}

/** The group “Registry” of the navigation (R805). */
export const registryLinks: SiteLink[] = [
  { to: paths.createRegistry(), label: m.site_link_create },
  { to: paths.findRegistry(), label: m.site_link_find },
  { to: paths.myRegistries, label: m.common_my_registries },
]

/** The other entries of the navigation, pages of the shop (R804). */
export const navigationLinks: SiteLink[] = [
  { to: '/events', label: m.site_link_events },
  { to: '/how-it-works', label: m.site_how_it_works },
  { to: '/funding', label: m.site_link_funding },
  { to: '/travel-experiences', label: m.site_link_travel },
  { to: '/invitations', label: m.site_link_invitations },
  { to: '/inspiration', label: m.site_link_inspiration },
]

/** Has a menu of its own on wide screens. */
export const categoryLink: SiteLink = { to: '/categories', label: m.site_categories }

/** The columns of the footer (R805). */
export const footerColumns: { title: () => string; links: SiteLink[] }[] = [
  { title: m.site_footer_start, links: registryLinks },
  {
    title: m.site_footer_about,
    links: [
      { to: '/about-us', label: m.site_link_about },
      { to: '/benefits', label: m.site_link_benefits },
      { to: '/discover-more', label: m.site_link_discover },
      { to: '/blog', label: m.site_link_blog },
    ],
  },
  {
    title: m.site_footer_help,
    links: [
      { to: '/faq', label: m.site_link_faq },
      { to: '/payment-delivery-returns-policy', label: m.site_link_delivery },
      { to: '/contact-us', label: m.site_link_contact },
    ],
  },
]

/** Legal links of the footer. */
export const legalLinks: SiteLink[] = [
  { to: '/terms-of-use-privacy-policy', label: m.site_link_privacy },
  { to: '/terms-of-use-registrant', label: m.site_link_terms_host },
  { to: '/terms-of-use-gift-purchaser', label: m.site_link_terms_guest },
  { to: '/cookies-policy', label: m.site_link_cookies },
  { to: '/cookie-choices', label: m.consent_title },
  { to: '/accessibility', label: m.site_link_accessibility },
]

/** An entry of the header, large enough to be touched. */
export const navItemClasses =
  'inline-flex min-h-11 items-center gap-1 text-base font-medium whitespace-nowrap decoration-1 underline-offset-6 hover:underline aria-[current=page]:text-pomegranate'

/** The panel below an entry, and (`menuItemClasses`) its entries. */
export const menuPanelClasses =
  'absolute top-full z-30 mt-1 min-w-56 animate-[rise_160ms_var(--ease-out)] rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.16)]'

export const menuItemClasses =
  'flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-paper focus-visible:outline-offset-0'

/** The deployment's logo, else the pomegranate. */
export function siteLogoUrl(site: Pick<Site, 'logoUrl'> | undefined): string {
  return site?.logoUrl ?? '/logo.svg'
}

/** Links to the home page; on the narrowest screens the name is for screen readers only. */
export function BrandLink({ site, className }: { site: Site; className?: string }) {
  return (
    <Link
      to={paths.home}
      className={classNames('inline-flex min-h-11 shrink-0 items-center gap-2.5 no-underline', className)}
    >
      <img src={siteLogoUrl(site)} alt="" width={34} height={34} fetchPriority="low" className="size-8.5" />
      <span className="font-serif text-2xl font-semibold tracking-tight max-[22rem]:sr-only">
        {site.name}
      </span>
    </Link>
  )
}

/** For an error page without the site's data. */
export function FallbackHeader({ siteName }: { siteName: string }) {
  return (
    <header className="measure flex min-h-16 items-center">
      <Link to={paths.home} className="font-serif text-2xl font-semibold text-pomegranate no-underline">
        {siteName}
      </Link>
    </header>
  )
}

/** Links as the items of a list. */
export function LinkItems({ links, className }: { links: SiteLink[]; className: string }) {
  return links.map(link => (
    <li key={link.to}>
      <Link to={link.to} className={className}>
        {link.label()}
      </Link>
    </li>
  ))
}

/** `lang` in the address lets the server remember the language (R801). */
function samePageInLanguage(language: Language, pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${pathname}?${query}`
}

/** A link to this page in another language, in that language's own name (R802) or its code. */
export function LanguageLink(props: {
  language: Language
  short?: boolean
  current?: boolean
  className?: string
}) {
  const { language, short = false, current = false, className } = props
  const { pathname, search } = useLocation()
  return (
    // A plain link loads a new document, because every text of the page changes.
    <a
      href={samePageInLanguage(language, pathname, search)}
      lang={language}
      hrefLang={language}
      aria-current={current || undefined}
      onClick={keepTyped}
      className={className}
    >
      {short ? (
        <>
          <span aria-hidden="true">{language.toUpperCase()}</span>
          <span className="sr-only">{languageDetails[language].label}</span>
        </>
      ) : (
        languageDetails[language].label
      )}
    </a>
  )
}
