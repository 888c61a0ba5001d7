import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { asLanguage, defaultLanguage, type Language } from '../base/language.ts'
import { getLocale } from '../paraglide/runtime.js'
import type { Person, Site } from './context.ts'
import type { LeftNotice } from './left-notice.ts'
import type { Typed } from './typed.ts'

/** A page as a menu names it, and what stands below it. */
export interface MenuPage {
  title: string
  path: string
  children?: MenuPage[]
}

/** What stands below the entries of the menus, by the entry's address. */
export type Menus = Record<string, MenuPage[]>

/** What the root's loader gives to every page. */
export interface SiteData {
  language: Language
  person: Person | null
  site: Site
  /** Named to the visitor when something fails, and written beside the cause in the log. */
  reference: string
  nonce: string
  /** Gifts chosen before or without JavaScript, waiting in a cookie. */
  chosen: number
  /** What the page before left to say. */
  notice: LeftNotice | null
  /** The line on top, unless the visitor has put it away. */
  announcement: { id: string; text: string; path: string | null } | null
  /** What was typed into this page before the session ended. */
  typed: Typed | null
  menus: {
    /** Where all that stands below their entries is told, the same for everyone. */
    address: string
    /** The entries that have pages below them. */
    entries: string[]
    /** The first level of the shop's categories. */
    categories: MenuPage[]
  }
}

/** The root's data, or nothing on an error page that came before it. */
export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData('root') as SiteData | undefined
}

export function useSite(): Site | undefined {
  return useSiteData()?.site
}

/** The language of this page. */
export function useLanguage(): Language {
  return useSiteData()?.language ?? asLanguage(getLocale()) ?? defaultLanguage
}

/** Who is signed in, if anyone. */
export function usePerson(): Person | null {
  return useSiteData()?.person ?? null
}

/** The nonce of the document at hand; pages that follow without a new document keep the first. */
export function useNonce(): string | undefined {
  return useContext(DocumentNonce)
}

/** The site's name where the root's data never came; the server tells it, the browser reads it in the document. */
export const SiteName = createContext('')

export const DocumentNonce = createContext<string | undefined>(undefined)
