import type { MetaDescriptor } from 'react-router'
import { type Language, languageDetails, languages } from '../../base/language.ts'
import { withLanguage } from '../../base/paths.ts'
import type { Site } from './page-context.ts'

/** '{title} | {site name}' (spec §2); what has no title goes by the site's name alone. */
export function documentTitle(title: string | null, site: Pick<Site, 'name'>): string {
  return title ? `${title} | ${site.name}` : site.name
}

/** The absolute address of a page in a language: what is shared, and what search engines keep. */
export function absoluteUrl(path: string, language: Language, site: Pick<Site, 'url'>): string {
  return site.url + withLanguage(path, language)
}

export interface PageMetaOptions {
  title: string
  description?: string
  /** The page's own path with what of its query makes it another page, in no language. */
  path: string
  language: Language
  site: Pick<Site, 'name' | 'url'>
  /** An absolute path of a share picture (JPEG, 1200 × 630); else the site's own. */
  picture?: string
  /** For a text of its own, with the day it was published when that is known. */
  article?: { published: string | null }
  /** Not for search engines: signed-in pages, registries by link. Such a page names no alternates. */
  noindex?: boolean
}

/** Everything a page says of itself in its head: title, share tags, canonical address, its two languages. */
export function buildPageMeta(page: PageMetaOptions): MetaDescriptor[] {
  const { title, description, path, language, site, noindex = false } = page
  const picture = page.picture ?? `/share/site/${language}.jpg`
  const whole = documentTitle(title, site)
  const address = absoluteUrl(path, language, site)
  return [
    { title: whole },
    ...(description ? [{ name: 'description', content: description }] : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : alternates(path, address, site)),
    { property: 'og:type', content: page.article ? 'article' : 'website' },
    ...(page.article?.published
      ? [{ property: 'article:published_time', content: page.article.published }]
      : []),
    { property: 'og:site_name', content: site.name },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: address },
    { property: 'og:locale', content: languageDetails[language].openGraphLocale },
    ...languages
      .filter(other => other !== language)
      .map(other => ({ property: 'og:locale:alternate', content: languageDetails[other].openGraphLocale })),
    { property: 'og:image', content: site.url + picture },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

function alternates(path: string, canonical: string, site: Pick<Site, 'url'>): MetaDescriptor[] {
  const link = (hrefLang: string, language: Language) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: absoluteUrl(path, language, site),
  })
  return [
    { tagName: 'link', rel: 'canonical', href: canonical },
    link('en', 'en'),
    link('el', 'el'),
    link('x-default', 'en'),
  ]
}
