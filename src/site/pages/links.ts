import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'

export interface SiteLink {
  to: string
  words: () => string
}

/** The Registry group of the navigation (spec §2). */
export const registryLinks: SiteLink[] = [
  { to: paths.createRegistry(), words: m.site_link_create },
  { to: paths.findRegistry(), words: m.site_link_find },
  { to: paths.myRegistries, words: m.site_link_mine },
]

/** The rest of the navigation: pages of the shop (spec §2). */
export const menuLinks: SiteLink[] = [
  { to: '/events', words: m.site_link_events },
  { to: '/how-it-works', words: m.site_link_how },
  { to: '/funding', words: m.site_link_funding },
  { to: '/travel-experiences', words: m.site_link_travel },
  { to: '/invitations', words: m.site_link_invitations },
  { to: '/inspiration', words: m.site_link_inspiration },
]

/** The shop's own order, which has a menu of its own on wide screens. */
export const categoryLink: SiteLink = { to: '/categories', words: m.site_categories }

/** The columns of the footer: get started, about, help. */
export const footerColumns: { title: () => string; links: SiteLink[] }[] = [
  { title: m.site_footer_start, links: registryLinks },
  {
    title: m.site_footer_about,
    links: [
      { to: '/about-us', words: m.site_link_about },
      { to: '/benefits', words: m.site_link_benefits },
      { to: '/discover-more', words: m.site_link_discover },
      { to: '/blog', words: m.site_link_blog },
    ],
  },
  {
    title: m.site_footer_help,
    links: [
      { to: '/faq', words: m.site_link_faq },
      { to: '/payment-delivery-returns-policy', words: m.site_link_delivery },
      { to: '/contact-us', words: m.site_link_contact },
    ],
  },
]

/** The small print: terms for each role, cookies, accessibility. */
export const legalLinks: SiteLink[] = [
  { to: '/terms-of-use-privacy-policy', words: m.site_link_privacy },
  { to: '/terms-of-use-registrant', words: m.site_link_terms_host },
  { to: '/terms-of-use-gift-purchaser', words: m.site_link_terms_giver },
  { to: '/cookies-policy', words: m.site_link_cookies },
  { to: '/cookie-choices', words: m.consent_page_title },
  { to: '/accessibility', words: m.site_link_accessibility },
]
