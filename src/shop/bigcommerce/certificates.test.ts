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

  test('a certificate is created, found by our code, disabled and enabled; its balance stays', async () => {
    const certificate = await connected.shop.createCertificate(request)
    expect(certificate).toEqual({
      id: certificate.id,
      code: request.code,
      cents: 12_345,
      balanceCents: 12_345,
      state: 'active',
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
