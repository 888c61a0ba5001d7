import { describe, expect, test } from 'vitest'
import { connectTestShop } from '../../../test/shop-connector.ts'
import type { CertificateRequest } from '../port-orders.ts'

const connected = connectTestShop()

describe('gift certificates', () => {
  const request: CertificateRequest = {
    code: 'DRN-7KM4-PXZ3-9TAB',
    cents: 12_345,
    toName: 'Μαρία',
    toEmail: 'maria@example.org',
    fromName: 'Doron',
    fromEmail: 'registry@doron.example',
    message: 'λ'.repeat(300),
    language: 'el',
    expiresOn: '2031-06-30',
  }

  const fields = { to_name: 'α', to_email: 'a@example.com', from_name: 'β', from_email: 'b@example.com' }

  test('a certificate is created, found by our code, disabled and enabled; its balance stays', async () => {
    const certificate = await connected.shop.createCertificate(request)
    expect(certificate).toEqual({
      id: certificate.id,
      code: request.code,
      cents: 12_345,
      balanceCents: 12_345,
      state: 'active',
      fromName: 'Doron',
      message: 'λ'.repeat(250),
      expiresAt: new Date('2031-06-30T20:59:59Z'),
    })
    expect(await connected.shop.findCertificateByCode(request.code.toLowerCase())).toEqual(certificate)
    expect(await connected.shop.findCertificateByCode('DRN-UNKNOWN')).toBeNull()
    await connected.shop.setCertificateState(certificate.id, 'disabled')
    expect(await connected.shop.findCertificateByCode(request.code)).toEqual({
      ...certificate,
      state: 'disabled',
    })
    await connected.shop.setCertificateState(certificate.id, 'active')
    expect(await connected.shop.findCertificateByCode(request.code)).toEqual(certificate)
  })

  test('one made by hand is marked and found by its mark; nothing else of it changes', async () => {
    const { shop, far } = connected
    const mark = 'Payout REG-7KQM-X3PA-9TRB'
    const { id } = await shop.createCertificate({ ...request, code: 'MADE-BY-HAND' })
    const path = `/v2/gift_certificates/${id}`
    const before = (await far.rest('GET', path)).json()
    expect(await shop.findCertificateByMark(mark)).toBeNull()
    far.clock.now = new Date(far.clock.now.getTime() + 86_400_000)
    for (let time = 0; time < 2; time++) await shop.markCertificate(id, mark)
    expect((await far.rest('GET', path)).json()).toEqual({ ...before, from_name: mark })
    expect(await shop.findCertificateByMark(mark)).toMatchObject({ id, fromName: mark })
    // Other certificates in the reply don't count.
    expect(await shop.findCertificateByMark(mark.toLowerCase())).toBeNull()
    await shop.setCertificateState(id, 'disabled')
    expect(await shop.findCertificateByMark(mark)).toBeNull()
    await expect(shop.markCertificate(999_999, mark)).rejects.toMatchObject({ kind: 'missing' })
  })

  test('it is lowered once, and stays as it was but for its balance and a note', async () => {
    const { shop, far } = connected
    const { id } = await shop.createCertificate({ ...request, code: 'TO-BE-LOWERED', message: null })
    const path = `/v2/gift_certificates/${id}`
    const before = (await far.rest('GET', path)).json()
    far.clock.now = new Date(far.clock.now.getTime() + 86_400_000)
    const lowering = { fromCents: 12_345, toCents: 2345, note: 'refund 7: -100.00 EUR' }
    for (let time = 0; time < 2; time++)
      expect(await shop.lowerCertificate(id, lowering)).toMatchObject({
        balanceCents: 2345,
        state: 'active',
        message: lowering.note,
      })
    expect((await far.rest('GET', path)).json()).toEqual({
      ...before,
      balance: '23.4500',
      message: lowering.note,
    })
    const another = { fromCents: 2345, toCents: 0, note: 'refund 8: -23.45 EUR' }
    expect(await shop.lowerCertificate(id, another)).toMatchObject({
      balanceCents: 0,
      message: `${lowering.note} ${another.note}`,
    })
    // What the holder got back for goods that they returned is not taken by a repeated call.
    await far.rest('PUT', path, {
      ...fields,
      amount: '123.45',
      balance: '123.45',
      code: 'TO-BE-LOWERED',
      message: lowering.note,
    })
    expect(await shop.lowerCertificate(id, lowering)).toMatchObject({ balanceCents: 12_345 })
    expect(await shop.fetchCertificate(999_999)).toBeNull()
    await expect(shop.lowerCertificate(999_999, another)).rejects.toMatchObject({ kind: 'missing' })
  })

  test.each([
    ['somebody has paid with it since', { balance: '50' }],
    ['staff have disabled it', { status: 'disabled' }],
  ])('is not lowered: %s', async (_, change) => {
    const { shop, far } = connected
    const code = `SPENT-${Object.keys(change)}`
    const { id } = await shop.createCertificate({ ...request, code, message: null })
    const whole = { ...fields, amount: '123.45', balance: '123.45', code, ...change }
    await far.rest('PUT', `/v2/gift_certificates/${id}`, whole)
    const before = await shop.fetchCertificate(id)
    expect(await shop.lowerCertificate(id, { fromCents: 12_345, toCents: 0, note: 'refund 9' })).toEqual(
      before,
    )
    expect(await shop.fetchCertificate(id)).toEqual(before)
  })

  test('a state is changed without touching what was spent', async () => {
    const { shop, far } = connected
    const { id, code } = await shop.createCertificate({ ...request, code: 'PARTLY-SPENT' })
    await far.rest('PUT', `/v2/gift_certificates/${id}`, { ...fields, amount: '123.45', balance: '3', code })
    await shop.setCertificateState(id, 'disabled')
    expect(await shop.fetchCertificate(id)).toMatchObject({ code, balanceCents: 300, state: 'disabled' })
  })

  test('a used code is refused; without an end it never expires', async () => {
    await expect(connected.shop.createCertificate(request)).rejects.toMatchObject({ kind: 'invalid' })
    const endless = { ...request, code: 'ENDLESS', message: null, expiresOn: null }
    expect(await connected.shop.createCertificate(endless)).toMatchObject({ expiresAt: null })
  })

  test('after a lost reply it is found by its code', async () => {
    connected.far.shop.faults.routes = [
      { path: '/stores/:hash/v2/gift_certificates', answer: 'lost', times: 1 },
    ]
    const lost = { ...request, code: 'LOST-ANSWER' }
    await expect(connected.shop.createCertificate(lost)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await connected.shop.findCertificateByCode('LOST-ANSWER')).toMatchObject({
      cents: 12_345,
      state: 'active',
    })
  })

  test('a code that the platform would cut off is not sent', async () => {
    const long = connected.shop.createCertificate({ ...request, code: 'X'.repeat(21) })
    await expect(long).rejects.toThrow('1 to 20 characters')
  })

  test.each([0, -1, 1.5, Number.NaN])('an invalid id is refused: %s', async id => {
    await expect(connected.shop.setCertificateState(id, 'disabled')).rejects.toThrow('no id of a certificate')
  })
})
