import type { SingleTestApp } from './test-app.ts'

/** The person who registers in the tests of the account pages. */
export const visitor = {
  email: 'eleni@example.gr',
  password: 'μέλι και καρύδια',
  repassword: 'μέλι και καρύδια',
  name: 'Ελένη',
  surname: 'Παππά',
}

/** The Cookie header that a browser would send after this response. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

/** The pages as a browser without JavaScript uses them. */
export function pageClient(getApp: () => SingleTestApp) {
  const view = async (path: string, cookie = '') => getApp().app.request(path, { headers: { cookie } })

  /** Sends a form. */
  const send = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    getApp().app.request(path, {
      method: 'POST',
      headers: { origin: getApp().config.SITE_URL, ...headers },
      body: new URLSearchParams(fields),
    })

  /** Registers somebody by the page and answers the cookies. */
  const signUp = async (email: string) => cookiesOf(await send('/register', { ...visitor, email }))

  return { view, send, signUp }
}
