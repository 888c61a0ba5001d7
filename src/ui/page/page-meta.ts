import type { MetaDescriptor } from 'react-router'
import { defaultLanguage, type Language, languageDetails, languages } from '../../base/language.ts'
import { canonicalAddress } from '../../base/paths.ts'
import type { Site } from './page-context.ts'

/** `{title} | {site name}`, or the site's name alone (R808). */
export function documentTitle(title: string | null, site: Pick<Site, 'name'>): string {
  return title ? `${title} | ${site.name}` : site.name
}

function absoluteUrl(path: string, language: Language, site: Pick<Site, 'url'>): string {
  return site.url + canonicalAddress(path, language)
}

interface PageMetaOptions {
  title: string
  description?: string
  /** The page's path without a language, with the part of its query that makes it another page. */
  path: string
  language: Language
  site: Pick<Site, 'name' | 'url'>
  /** The path of its share picture (JPEG, 1200 × 630); the site's own by default (R711). */
  picture?: string
  /** Marks the page as an article, with its day of publication if known. */
  article?: { published: string | null }
  /** Keeps it out of search engines: personal pages, registries by link. It has no alternates (R824). */
  noindex?: boolean
}

/** The head of a page: title, share tags, canonical address and alternates of its languages (R801, R711). */
export function buildPageMeta(page: PageMetaOptions): MetaDescriptor[] {
  const { title, description, path, language, site, noindex = false } = page
  const picture = page.picture ?? `/share/site/${language}.jpg`
  const fullTitle = documentTitle(title, site)
  const address = absoluteUrl(path, language, site)
  return [
    { title: fullTitle },
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
    ...languages.map(language => link(language, language)),
    link('x-default', defaultLanguage),
  ]
}
