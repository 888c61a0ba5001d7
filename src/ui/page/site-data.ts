import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { defaultLanguage, type Language, parseLanguage } from '../../base/language.ts'
import { getLocale } from '../../paraglide/runtime.js'
import type { FormDraft } from '../form/form-draft.ts'
import type { FlashMessage } from './flash.ts'
import type { PageCustomer, Site } from './page-context.ts'

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
  customer: PageCustomer | null
  site: Site
  /** Named to the visitor when something fails, and written beside the cause in the log. */
  errorReference: string
  nonce: string
  /** Gifts chosen before or without JavaScript, waiting in a cookie. */
  cookieCartCount: number
  /** What the page before left to say. */
  flash: FlashMessage | null
  /** The line on top, unless the visitor has put it away. */
  announcement: { id: string; text: string; path: string | null } | null
  /** What was typed into this page before the session ended. */
  formDraft: FormDraft | null
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
  return useSiteData()?.language ?? parseLanguage(getLocale()) ?? defaultLanguage
}

/** Who is signed in, if anyone. */
export function useCustomer(): PageCustomer | null {
  return useSiteData()?.customer ?? null
}

/** The nonce of the document at hand; pages that follow without a new document keep the first. */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}

/** The site's name where the root's data never came; the server tells it, the browser reads it in the document. */
export const SiteNameContext = createContext('')

export const NonceContext = createContext<string | undefined>(undefined)
