import { createContext, useContext, useSyncExternalStore } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { defaultLanguage, type Language, parseLanguage } from '../../base/language.ts'
import { getLocale } from '../../paraglide/runtime.js'
import type { FormDraft } from '../form/form-draft.ts'
import type { FlashMessage } from './flash.tsx'
import type { PageCustomer, Site } from './page-context.ts'

export interface MenuPage {
  title: string
  path: string
  children?: MenuPage[]
}

/** The pages below each entry of the menus, by the entry's path. */
export type Menus = Record<string, MenuPage[]>

/** What the root's loader loads for every page. */
export interface SiteData {
  language: Language
  customer: PageCustomer | null
  site: Site
  /** Shown to the visitor when something fails, and logged with its cause. */
  errorReference: string
  nonce: string
  /** Whether everybody gets this page's bytes: then the browser adds who is signed in (R813). */
  isShared: boolean
  /** How many gifts are in the cart of a visitor without JavaScript, which is a cookie (R403). */
  cookieCartCount: number
  /** The message that the previous page left for this one. */
  flash: FlashMessage | null
  /** The line on top, unless the visitor has closed it (R822). */
  announcement: { id: string; text: string; path: string | null } | null
  /** What had been typed into a form of this page when the session ended (R107). */
  formDraft: FormDraft | null
  menus: {
    /** The address of all pages below the entries, the same for everybody (R804). */
    address: string
    /** The entries that have pages below them. */
    entries: string[]
    /** The first level of the shop's categories. */
    categories: MenuPage[]
  }
}

/** The root's data; undefined on an error page without it. */
export function useSiteData(): SiteData | undefined {
  return useRouteLoaderData('root') as SiteData | undefined
}

export function useSite(): Site | undefined {
  return useSiteData()?.site
}

/** Set once for the document, because each of its links asks; the router's data would be looked through every time. */
export const LanguageContext = createContext<Language | null>(null)

export function useLanguage(): Language {
  return useContext(LanguageContext) ?? parseLanguage(getLocale()) ?? defaultLanguage
}

/**
 * The name of the signed-in customer, if any. On a page that everybody gets alike the browser reads it from the cookie
 * of the sign-in (R109) once the page is hydrated.
 */
export function useCustomerName(): string | null {
  const data = useSiteData()
  const nameInCookie = useSyncExternalStore(
    () => () => {},
    readNameCookie,
    () => null,
  )
  return data?.isShared ? nameInCookie : (data?.customer?.name ?? null)
}

function readNameCookie(): string | null {
  const pair = document.cookie.split('; ').find(cookie => cookie.startsWith('customerName='))
  if (!pair) return null
  try {
    return decodeURIComponent(pair.slice('customerName='.length)) || null
  } catch {
    return null
  }
}

/**
 * Runs before the first paint of a page that everybody gets alike: for somebody who is signed in the links to sign in
 * are hidden from the start, so that they don't flash until the name stands there.
 */
export const signedInScript = `document.documentElement.toggleAttribute("data-signed-in", /(^|; )customerName=[^;]/.test(document.cookie))
`

/** The nonce of the current document; it stays the same while pages change without a new document. */
export function useNonce(): string | undefined {
  return useContext(DocumentContext).nonce
}

/** Whether the current page is the one that the document was rendered for, not one that was navigated to since. */
export function useIsFirstPage(): boolean {
  return useLocation().key === useContext(DocumentContext).locationKey
}

/** The site's name for error pages without the root's data; the browser reads it from the document. */
export const SiteNameContext = createContext('')

/** What belongs to the document, however many pages are shown in it. */
export interface DocumentInfo {
  nonce?: string | undefined
  /** The router's key of the page that the document was rendered for. */
  locationKey?: string
}

export const DocumentContext = createContext<DocumentInfo>({})
