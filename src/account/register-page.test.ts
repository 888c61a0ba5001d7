import { describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const { view, send, signUp } = pageClient(() => site)

describe('the register page', () => {
  test('signs in by cookies and leads straight to the redirect target, which congratulates', async () => {
    const answer = await send('/register?redirect=%2Fcreate-registry&lang=el', visitor)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/create-registry?lang=el')
    const page = await view(answer.headers.get('location') ?? '', cookiesOf(answer))
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('Συγχαρητήρια, ο λογαριασμός σας δημιουργήθηκε!')
    expect(text).toContain(`Στείλαμε ένα μήνυμα στο ${visitor.email}: επιβεβαιώστε`)
  })

  test.each([
    ['http://registry.example', false],
    ['https://registry.example', true],
  ])('the cookies of %s', async (SITE_URL, isSecure) => {
    const there = await testApp({ shop: 'none', env: { SITE_URL }, pages: true })
    try {
      const all = (await pageClient(() => there).send('/register', visitor)).headers.getSetCookie()
      const cookies = all.filter(one => /^(?:__Host-)?customer/.test(one))
      const flags = `; Path=/; Max-Age=2592000; SameSite=Lax`
      const [secure, prefix] = isSecure ? ['; Secure', '__Host-'] : ['', '']
      expect(cookies).toEqual([
        expect.stringMatching(new RegExp(`^${prefix}customerToken=[\\w-]{43}${flags}; HttpOnly${secure}$`)),
        expect.stringMatching(new RegExp(`^customerId=\\d+${flags}${secure}$`)),
        `customerName=${encodeURIComponent('Ελένη')}${flags}${secure}`,
        `customerEmailAddress=eleni%40example.gr${flags}${secure}`,
        `customerType=registrant${flags}${secure}`,
      ])
    } finally {
      await there.close()
    }
  })

  test('shows every wrong field at once and keeps the values, but no password', async () => {
    const wrong = {
      ...visitor,
      email: 'nobody',
      surname: 'Li',
      password: 'ab~c',
      repassword: 'ab~d',
      phone: '12',
    }
    const answer = await send('/register?lang=el', wrong)
    const html = await answer.text()
    expect(answer.status).toBe(422)
    for (const words of [
      'Το e‑mail δεν είναι έγκυρο',
      'Πολύ μικρός!',
      'Οι κωδικοί πρόσβασης πρέπει να είναι ίδιοι',
    ])
      expect(html).toContain(words)
    for (const value of ['value="nobody"', 'value="Li"', 'value="12"', 'value="Ελένη"'])
      expect(html).toContain(value)
    expect(html).not.toMatch(/ab~/)
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(5)
  })

  test('says that an e-mail already has an account', async () => {
    await signUp('twice@example.gr')
    const answer = await send('/register', { ...visitor, email: 'TWICE@example.gr' })
    expect(answer.status).toBe(409)
    const html = (await answer.text()).replace(/<(noscript|script)\b.*?<\/\1>/gs, '')
    const sentences = html.split('There is already an account with this e-mail').slice(1)
    expect(sentences).toEqual([expect.stringMatching(/^\. Sign in, or choose a new password/)])
  })

  test.each([
    ['/create-registry/wedding', 'Λίστα γάμου'],
    ['/create-registry', 'Δημιουργία λίστας δώρων'],
    ['/create-registry/nonsense', 'Δημιουργία λίστας δώρων'],
    ['/my-registries', null],
    ['/create-registry/wedding/x', null],
    ['//evil.example/create-registry', null],
  ])(
    'on the way to %s the sign-in page says what comes, and offers signing up first',
    async (path, title) => {
      const lead = 'Πρώτα ένας λογαριασμός, μετά δύο σύντομα βήματα για τη λίστα σας.'
      const query = `redirect=${encodeURIComponent(path)}&lang=el`
      const [signIn, register] = await Promise.all(
        ['/login', '/register'].map(async page => (await view(`${page}?${query}`)).text()),
      )
      expect(signIn).toContain(`<h1 class="text-[2rem] leading-tight md:text-3xl">${title ?? 'Σύνδεση'}</h1>`)
      expect([signIn, register].map(html => html?.includes(lead))).toEqual([title !== null, title !== null])
      const main = signIn?.slice(signIn.indexOf('<main')) ?? ''
      expect(main.indexOf('/register?') < main.indexOf('type="password"')).toBe(title !== null)
    },
  )
})
