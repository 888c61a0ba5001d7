import type { MetaDescriptor } from 'react-router'
import type { Language } from '../../base/language.ts'
import { canonicalAddress, paths } from '../../base/paths.ts'
import type { Site } from '../../ui/page/page-context.ts'

/** The schema.org data of the site for search engines (R824): its organisation, and the search for registries. */
export function websiteStructuredData(site: Site, language: Language): MetaDescriptor {
  const home = site.url + paths.home
  const findRegistry = site.url + canonicalAddress(paths.findRegistry(), language)
  const organization = {
    '@type': 'Organization',
    '@id': `${home}#organization`,
    name: site.company.name ?? site.name,
    address: site.company.address ?? undefined,
    vatID: site.company.taxId ?? undefined,
    url: home,
    logo: site.logoUrl ?? `${site.url}/logo.svg`,
    email: site.supportEmail,
    telephone: site.supportPhone,
    sameAs: site.social.map(({ url }) => url),
  }
  const website = {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    name: site.name,
    url: site.url + canonicalAddress(paths.home, language),
    inLanguage: language,
    publisher: { '@id': organization['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: `${findRegistry}${findRegistry.includes('?') ? '&' : '?'}q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  }
  return { 'script:ld+json': { '@context': 'https://schema.org', '@graph': [organization, website] } }
}

/** The schema.org breadcrumbs of a page, from home on. */
export function breadcrumbStructuredData(
  site: Pick<Site, 'name' | 'url'>,
  language: Language,
  steps: { title: string; path: string }[],
): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [{ title: site.name, path: paths.home }, ...steps].map(({ title, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: title,
        item: site.url + canonicalAddress(path, language),
      })),
    },
  }
}
