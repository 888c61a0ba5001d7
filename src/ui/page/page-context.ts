import { createContext } from 'react-router'
import type { Call } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'

/** What every loader and action may use. */
export interface PageContext {
  call: Call
  /** A call of the console by its name; its pages ask by `callConsole`, which knows what each takes and answers. */
  callStaff(name: string, input: unknown): Promise<unknown>
  language: Language
  customer: PageCustomer | null
  site: Site
  /** The shop's channel of the page's language, which another API than ours may need. */
  channel: number
  /** The sentence of a message whose name is put together; in this page's language. The name itself when there is none. */
  text(key: string): string
  /** Adds a `Set-Cookie` header to the response, whatever the loader or action returns. */
  setCookie(header: string): void
  /** The number of this request's failures, on the error page and in the log. */
  errorReference: string
  /** Tells search engines not to keep the response, whether it is a page or its data. */
  hideFromSearchEngines(): void
  /** Sets the bytes of the document that the response gets: as a body they would pass through streams. */
  setDocument(html: Buffer<ArrayBuffer>): void
  /** Logs a failure under that number. */
  reportError(error: unknown): void
  nonce: string
  /** Whether everybody gets these bytes, so that nothing of one visitor may be in them (R813). */
  isShared: boolean
  readCookie(name: string): string | undefined
  /** Saves the form of this request in a cookie until its sender has signed in again (R107). */
  saveFormDraft(): void
  /** Signs a small text for the cookie of that name, which it is valid in for `maxAge` seconds. */
  sign(cookie: string, text: string, maxAge: number): string
  /** The text that was signed for that cookie; null when it was changed, made for another one, or is too old. */
  unsign(cookie: string, signed: string): string | null
  /**
   * Renders the page at a path as that customer sees it, or a guest for null, without anything of this visitor: only
   * what changes nothing is answered, and the document may neither run scripts nor send forms (R985).
   */
  renderAs(customer: SeenCustomer | null, path: string): Promise<Response>
}

/** A customer whose page staff look at. */
export interface SeenCustomer extends PageCustomer {
  surname: string
  language: Language
  confirmed: boolean
  shopCustomerId: number | null
}

export interface PageCustomer {
  id: number
  email: string
  name: string
}

/** Public settings of this deployment. */
export interface Site {
  name: string
  /** The address of the configured logo, if any. */
  logoUrl: string | null
  /** The company behind the site, for the footer; what it has not given is null. */
  company: Record<'name' | 'address' | 'taxId' | 'registryId', string | null>
  social: { name: string; url: string }[]
  url: string
  supportEmail: string
  supportPhone: string
  version: string
  /** The address of the shop's storefront in each language, before the paths of categories and products. */
  storefronts: Record<Language, string>
  minimumContributionCents: number
  /** How long gifts are reserved for a guest at the shop's checkout (R412). */
  reservationMinutes: number
  /** How long a new password may be, in characters. */
  passwordLength: { min: number; max: number }
  /** Null: no analytics, and no question for consent. Without a tag, events stay in the browser (R810). */
  analytics: { tag: string | null } | null
  isHttps: boolean
}

export const pageContext = createContext<PageContext>()
