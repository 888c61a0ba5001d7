import type { Page } from '../types.ts'

/** Its own part of the address, which its picture is named by. */
export const nameOf = (page: Pick<Page, 'path'>): string => page.path.slice(page.path.lastIndexOf('/') + 1)

/** The page with its picture on top of its text: the platform gives posts of the blog a picture, but pages none. */
export function pictured<T extends Pick<Page, 'path' | 'body'>>(page: T): T {
  const figure = `<figure><img src="/images/articles/${nameOf(page)}.avif" alt="" width="960" height="640"></figure>\n`
  return { ...page, body: { en: figure + page.body.en, el: figure + page.body.el } }
}
