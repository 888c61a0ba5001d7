import { createContext } from 'react-router'
import type { Call } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'

/** What every loader and action may use: how to call, who is here, in which language, how to set a cookie. */
export interface PageContext {
  call: Call
  language: Language
  customer: PageCustomer | null
  site: Site
  /** Sets a cookie on the answer, whatever the loader or action returns. */
  setCookie(header: string): void
  /** A fresh number for the "something went wrong" page and the log line beside it. */
  errorReference: string
  /** Writes the log line of a failure under that number. */
  reportError(error: unknown): void
  nonce: string
  readCookie(name: string): string | undefined
  /** Keeps the form that this request brings until its sender has signed in again. */
  saveFormDraft(): void
  /** Signs and reads small texts kept in cookies. */
  sign(text: string): string
  unsign(signed: string): string | null
}

/** The signed-in person as pages show him. */
export interface PageCustomer {
  id: number
  email: string
  name: string
}

/** Public facts of this deployment. */
export interface Site {
  name: string
  /** The address of the shop's own mark, if it has one. */
  logoUrl: string | null
  /** Who stands behind it, for the small print. */
  company: string | null
  social: { name: string; url: string }[]
  url: string
  supportEmail: string
  supportPhone: string
  version: string
  /** The shop's storefront in this language, for category and product addresses. */
  storefrontUrl: string
  minimumContributionCents: number
  /** How long gifts are set aside for a guest at the shop's checkout. */
  reservationMinutes: number
  /** How long a chosen password may be, in characters. */
  passwordLength: { min: number; max: number }
  /** What may be counted with consent, and by whose tag; null: nobody is asked, nothing is noted. */
  analytics: { tag: string | null } | null
  isHttps: boolean
}

export const pageContext = createContext<PageContext>()
