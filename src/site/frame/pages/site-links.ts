import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'

export interface SiteLink {
  to: string
  label: () => string
}

/** The Registry group of the navigation (R805). */
export const registryLinks: SiteLink[] = [
  { to: paths.createRegistry(), label: m.site_link_create },
  { to: paths.findRegistry(), label: m.site_link_find },
  { to: paths.myRegistries, label: m.site_link_my_registries },
]

/** The rest of the navigation: pages of the shop (R804). */
export const navigationLinks: SiteLink[] = [
  { to: '/events', label: m.site_link_events },
  { to: '/how-it-works', label: m.site_link_how_it_works },
  { to: '/funding', label: m.site_link_funding },
  { to: '/travel-experiences', label: m.site_link_travel },
  { to: '/invitations', label: m.site_link_invitations },
  { to: '/inspiration', label: m.site_link_inspiration },
]

/** The shop's categories, which have a menu of their own on wide screens. */
export const categoryLink: SiteLink = { to: '/categories', label: m.site_categories }

/** The columns of the footer: get started, about, help (R805). */
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

/** The legal links of the footer: terms for each role, cookies, accessibility. */
export const legalLinks: SiteLink[] = [
  { to: '/terms-of-use-privacy-policy', label: m.site_link_privacy },
  { to: '/terms-of-use-registrant', label: m.site_link_terms_host },
  { to: '/terms-of-use-gift-purchaser', label: m.site_link_terms_guest },
  { to: '/cookies-policy', label: m.site_link_cookies },
  { to: '/cookie-choices', label: m.consent_page_title },
  { to: '/accessibility', label: m.site_link_accessibility },
]
