export interface RateLimit {
  /** The first part of the counter's key. */
  name: string
  max: number
  seconds: number
}

const quarterHour = 15 * 60
const hour = 3600

/** "Address" is the visitor's network address. */
export const accountRateLimits = {
  /** New accounts from one address (R102). */
  registration: { name: 'register', max: 60, seconds: hour },
  /** Sign-ins from one address, whatever the account (R108). */
  loginFromAddress: { name: 'login', max: 100, seconds: quarterHour },
  /** Sign-ins from one address to one account (R108). */
  loginFromAddressToAccount: { name: 'login', max: 10, seconds: quarterHour },
  /** Sign-ins to one account from everywhere; beyond them an unknown browser needs a link too (R1242). */
  loginToAccount: { name: 'login', max: 100, seconds: quarterHour },
  /** Sign-ins from a browser that the account knows, or by its link (R1243). */
  loginFromKnown: { name: 'login-known', max: 10, seconds: quarterHour },
  /** Checks of a password by the shop, for one e-mail and from one address (R1245). */
  shopPasswordOfEmail: { name: 'shop-password', max: 5, seconds: quarterHour },
  shopPasswordFromAddress: { name: 'shop-password', max: 30, seconds: quarterHour },
  /** Attempts at the current password in one session, from one address and from everywhere (R1246). */
  currentPassword: { name: 'password', max: 10, seconds: quarterHour },
  currentPasswordInSession: { name: 'password', max: 100, seconds: quarterHour },
  /** Attempts at the shop's password to link the shop's customer again (R1222). */
  shopTie: { name: 'shop-tie', max: 5, seconds: quarterHour },
  /** Wrong codes of a second factor, by whoever has the password (R135). */
  secondFactor: { name: 'second-factor', max: 5, seconds: quarterHour },
  /** Requests for a one-time code from one address (R114). */
  codeRequest: { name: 'forgotten', max: 20, seconds: hour },
  /** Attempts at one-time codes from one address (R114). */
  codeAttempt: { name: 'code-try', max: 30, seconds: quarterHour },
  /** E-mails with a code for a new password to one account; beyond them the last code stays valid (R114). */
  passwordResetEmail: { name: 'code', max: 5, seconds: hour },
  /** E-mails with a confirmation link to one account; beyond them the last link stays valid (R117). */
  confirmationEmail: { name: 'confirm', max: 5, seconds: hour },
  /** Changes of the e-mail that one account asks for (R128). */
  emailChange: { name: 'email-change', max: 5, seconds: 24 * hour },
} satisfies Record<string, RateLimit>
