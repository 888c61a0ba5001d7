import { describe, expect, test } from 'vitest'
import { accountClient } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { getRow } from '../server/postgres/rows.ts'

let now = new Date('2027-03-01T10:00:00Z')
const site = opened(() => testApp({ shop: 'none', now: () => now }))

const { post, register, emailsTo } = accountClient(() => site)

describe('account details', () => {
  const details = { name: 'Άννα', surname: 'Βελή', phone: '697 123 4567', language: 'el', marketing: true }

  test('are changed, and what is left out is cleared', async () => {
    const token = await register('details@example.gr')
    const { status, body } = await post('/me/update', details, token)
    expect([status, body.message]).toEqual([200, 'Your account has been successfully updated.'])
    const changed = { ...details, phone: '+306971234567' }
    expect((await site.get('/me', { token })).body.data).toMatchObject(changed)
    await post('/me/update', { name: 'Άννα', surname: 'Βελή', language: 'en' }, token)
    const cleared = { phone: null, language: 'en', marketing: false }
    expect((await site.get('/me', { token })).body.data).toMatchObject(cleared)
  })

  test('a consent keeps the moment at which it was given', async () => {
    const token = await register('consent@example.gr')
    const given = async () => {
      await post('/me/update', details, token)
      return (await getRow(site.db, 'customer', { email: 'consent@example.gr' })).marketing_consent_at
    }
    const first = await given()
    const before = now
    now = new Date(now.getTime() + 86_400_000)
    expect(await given()).toEqual(first)
    now = before
    expect(first).toEqual(before)
  })

  test('every wrong field is answered at once', async () => {
    const token = await register('wrong@example.gr')
    const { status, body } = await post('/me/update', { name: 'Li', phone: '12', language: 'fr' }, token)
    expect(status).toBe(422)
    expect(body.data.keys).toEqual({
      name: 'name_short',
      surname: 'surname_required',
      phone: 'phone_short',
      language: 'account_required',
    })
  })

  test('e-mails are in the chosen language', async () => {
    const token = await register('greek@example.gr')
    await post('/me/update', details, token)
    await post('/password-email', { email: 'greek@example.gr' })
    expect((await emailsTo('greek@example.gr', 'password-reset')).map(email => email.language)).toEqual([
      'el',
    ])
  })

  test('other accounts, the e-mail and the shop’s customer cannot be changed', async () => {
    const token = await register('mine@example.gr')
    const other = await register('other@example.gr')
    const id = (await site.get('/me', { token: other })).body.data.id
    const foreign = { id, customer_id: id, email: 'taken@example.gr', shop_customer_id: 7, confirmed_at: now }
    await post('/me/update', { ...details, ...foreign }, token)
    const mine = (await site.get('/me', { token })).body.data
    expect(mine).toMatchObject({ email: 'mine@example.gr', confirmed: false })
    expect((await site.get('/me', { token: other })).body.data.name).toBe('Ελένη')
  })
})
