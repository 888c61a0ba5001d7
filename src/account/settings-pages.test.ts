import { describe, expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { cookiesOf, pageClient, visitor } from '../../test/page-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))

const { view, send, signUp } = pageClient(() => site)

describe('the settings pages', () => {
  const details = { name: 'Άννα', surname: 'Βελή', phone: '697 123 4567', language: 'el' }

  test('ask to sign in first, and remember the target', async () => {
    for (const path of [
      '/settings',
      '/settings/update-password',
      '/settings/deactivate',
      '/settings/download',
    ]) {
      const answer = await view(path)
      expect(answer.headers.get('location')).toBe(`/login?redirect=${encodeURIComponent(path)}&lang=en`)
    }
  })

  test('save the details, and the name cookie follows', async () => {
    const cookie = await signUp('settings@example.gr')
    const answer = await send('/settings', details, { cookie })
    expect(answer.headers.get('location')).toBe('/settings?lang=en')
    expect(cookiesOf(answer)).toContain(`customerName=${encodeURIComponent('Άννα')}`)
    // A browser replaces the older notice cookie; here both are sent, the newer one first.
    const page = await view('/settings', `${cookiesOf(answer)}; ${cookie}`)
    const html = await page.text()
    for (const words of ['Your account has been successfully updated.', 'value="697 123 4567"'])
      expect(html).toContain(words)
  })

  test('a form sent after the session ended is filled again after the next sign-in', async () => {
    await signUp('ended@example.gr')
    const redirected = await send(
      '/settings',
      { ...details, surname: 'Μόλις Γραμμένη' },
      { cookie: 'customerToken=x' },
    )
    expect(redirected.headers.get('location')).toBe('/login?redirect=%2Fsettings&lang=en')
    const draft = cookiesOf(redirected)
    expect(draft).toMatch(/^typed=/)
    const login = await send('/login?redirect=%2Fsettings', {
      email: 'ended@example.gr',
      password: visitor.password,
    })
    const page = await view('/settings', `${cookiesOf(login)}; ${draft}`)
    const html = await page.text()
    for (const words of ['You are signed in again', 'value="Μόλις Γραμμένη"', 'value="697 123 4567"'])
      expect(html).toContain(words)
    expect(page.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^typed=; Path=\/; Max-Age=0/))
    expect(await (await view('/settings', cookiesOf(login))).text()).toContain('value="Παππά"')
  })

  test('passwords and codes are never part of a form draft; a postcode is', async () => {
    const passwords = {
      current_password: 'abcdef',
      password: 'ghijkl',
      repassword: 'ghijkl',
      proof: 'mnopqr',
    }
    const secrets = { ...passwords, proof_code: '123456', code: '123456', factor_code: '123456' }
    expect((await send('/settings/update-password', secrets)).headers.getSetCookie()).toEqual([])
    const path = '/registry/ABCDEFGH/edit/registry-shipping-address'
    expect((await send(path, secrets)).headers.getSetCookie()).toEqual([])
    const kept = await send(path, { ...secrets, 'home_address[postcode]': '105 58' })
    expect(cookiesOf(kept)).toMatch(/^typed=/)
  })

  test('the download is a file of the person’s own data', async () => {
    const cookie = await signUp('file@example.gr')
    const page = await (await view('/settings/download', cookie)).text()
    expect(page).toContain('action="/settings/download/file?lang=en"')
    expect(page).not.toContain('name="proof"')
    const answer = await send('/settings/download/file', {}, { cookie })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(await answer.json()).toMatchObject({ account: { email: 'file@example.gr' } })
  })

  test('the download asks for the password again once the sign-in is old', async () => {
    const cookie = await signUp('old-file@example.gr')
    await site.db
      .updateTable('session')
      .set({ proved_at: new Date(0) })
      .execute()
    expect(await (await view('/settings/download', cookie)).text()).toContain('name="proof"')
    const wrong = await send('/settings/download/file', { proof: 'not it' }, { cookie })
    expect(wrong.headers.get('location')).toBe('/settings/download?lang=en')
    const right = await send('/settings/download/file', { proof: visitor.password }, { cookie })
    expect(right.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  })

  test('deactivating signs out and goes home with a message', async () => {
    const cookie = await signUp('leaves@example.gr')
    const wrong = await send('/settings/deactivate', { password: 'not it' }, { cookie })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('The current password is not correct.')
    const answer = await send('/settings/deactivate', { password: visitor.password }, { cookie })
    expect(answer.headers.get('location')).toBe('/?lang=en')
    expect(await (await view('/', cookiesOf(answer))).text()).toContain('Your account has been deactivated')
    expect((await view('/settings', cookie)).status).toBe(302)
  })
})
