import type { ContentPage } from '../types.ts'

/** The last part of a page's path, which its picture is named by. */
export const pageSlug = (page: Pick<ContentPage, 'path'>): string =>
  page.path.slice(page.path.lastIndexOf('/') + 1)

/** The page with its picture above the text; the platform has pictures for posts of the blog, but not for pages. */
export function withPicture<T extends Pick<ContentPage, 'path' | 'body'>>(page: T): T {
  const figure = `<figure><img src="/images/articles/${pageSlug(page)}.avif" alt="" width="960" height="640"></figure>\n`
  return { ...page, body: { en: figure + page.body.en, el: figure + page.body.el } }
}
