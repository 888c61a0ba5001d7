import { trimEndSlashes } from '../trim-slashes.ts'
import { catalogue } from './index.ts'
import type { ContentPage } from './types.ts'

/** Whether a page is the blog's index, which the platform lists among the pages. */
export const isBlog = (page: ContentPage): boolean => page.path === '/blog'
/** Whether a page is a post of the blog, which the platform does not list among the pages. */
export const isBlogPost = (page: ContentPage): boolean => page.path.startsWith('/blog/')

/** The page at a path, with or without a slash at its end. */
export const findPageByPath = (path: string): ContentPage | undefined =>
  catalogue.pages.find(page => page.path === (trimEndSlashes(path) || '/'))
