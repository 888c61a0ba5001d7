import { addDays, startOfDay } from '../../base/dates.ts'
import { type Shop, ShopFailure } from '../port.ts'
import type { CertificateLowering, CertificateRequest, ShopCertificate } from '../port-orders.ts'
import { getJson, getOne, nullIfMissing, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

const maxCodeLength = 20
const maxMessageLength = 250
const pageSize = 250

/** Gift certificates v2. The platform sends no e-mails about those made through the API. */
export function certificateOperations(rest: RestClient) {
  return {
    async createCertificate(request) {
      const body = certificateBody(request)
      const path = '/v2/gift_certificates'
      const made = await rest(wire.certificateSchema, { method: 'POST', path, body, repeatable: false })
      if (made.currency_code && made.currency_code.toUpperCase() !== wire.shopCurrency) {
        // Disabled at once, because registries have euro only (R1305).
        await writeCertificate(rest, { ...made, status: 'disabled' })
        throw new ShopFailure('shape', `a gift certificate was made in ${made.currency_code}`, {
          field: 'currency_code',
        })
      }
      return toShopCertificate(made)
    },
    async findCertificateByCode(code) {
      const path = `/v2/gift_certificates?code=${encodeURIComponent(code)}`
      const { rows, unread } = await getJson(rest, wire.certificateListSchema, path)
      const certificate = rows.find(one => isSameCode(one.code, code))
      if (!certificate) assertAllRead(unread)
      return certificate ? toShopCertificate(certificate) : null
    },
    findCertificateByMark: mark => findCertificateByMark(rest, mark),
    async markCertificate(id, mark) {
      const certificate = await readCertificate(rest, id)
      if (certificate.from_name !== mark) await writeCertificate(rest, { ...certificate, from_name: mark })
    },
    fetchCertificatesAfter: id => listCertificatesAfter(rest, id),
    fetchCertificatePage: after => listCertificatePage(rest, after),
    fetchCertificate: id =>
      nullIfMissing(async () =>
        toShopCertificate(await getOne(rest, wire.readCertificateSchema, certificatePath(id))),
      ),
    async setCertificateState(id, state) {
      await writeCertificate(rest, { ...(await readCertificate(rest, id)), status: state })
    },
    lowerCertificate: (id, lowering) => lowerCertificate(rest, id, lowering),
  } satisfies Partial<Shop>
}

async function listCertificatesAfter(rest: RestClient, id: number): Promise<ShopCertificate[]> {
  const all: ShopCertificate[] = []
  for await (const { certificates, unread } of certificatePages(rest, id)) {
    assertAllRead(unread)
    all.push(...certificates)
  }
  return all
}

/** Compares each certificate itself: the platform's filter may compare differently, or be ignored. */
async function findCertificateByMark(rest: RestClient, mark: string): Promise<ShopCertificate | null> {
  const filter = `&from_name=${encodeURIComponent(mark)}`
  for await (const { certificates, unread } of certificatePages(rest, 0, filter)) {
    const found = certificates.find(({ fromName, state }) => fromName === mark && state !== 'disabled')
    if (found) return found
    assertAllRead(unread)
  }
  return null
}

/** The pages of certificates with ids above that one, each asked for when it is needed. */
async function* certificatePages(rest: RestClient, id: number, filter?: string) {
  for (let after = id; ; ) {
    const page = await listCertificatePage(rest, after, filter)
    yield page
    if (page.isLast) return
    after = page.last
  }
}

/** Pages begin at an id, as the platform advises for long lists. */
async function listCertificatePage(rest: RestClient, after: number, filter = '') {
  const path = `/v2/gift_certificates?min_id=${after + 1}&limit=${pageSize}${filter}`
  const { rows, count, ids, unread } = await getJson(rest, wire.certificateListSchema, path)
  const certificates = rows.map(toShopCertificate)
  return { certificates, isLast: count < pageSize || ids.length === 0, last: Math.max(...ids), unread }
}

/**
 * Throws where a row can't be read: it may be the certificate that is looked for, and the caller would make another
 * one.
 */
function assertAllRead(unread: number[]): void {
  if (unread.length > 0)
    throw new ShopFailure('shape', `gift certificates: ${unread.join(', ')} can't be read`)
}

const certificatePath = (id: number) => `/v2/gift_certificates/${validCertificateId(id)}`

const readCertificate = (rest: RestClient, id: number) =>
  getOne(rest, wire.certificateSchema, certificatePath(id))

async function lowerCertificate(
  rest: RestClient,
  id: number,
  { fromCents, toCents, note }: CertificateLowering,
): Promise<ShopCertificate> {
  const certificate = await readCertificate(rest, id)
  const message = certificate.message ?? ''
  const isAsExpected = certificate.status === 'active' && certificate.balance === fromCents
  if (!isAsExpected || message.includes(note)) return toShopCertificate(certificate)
  const noted = [message, note].filter(Boolean).join(' ').slice(-maxMessageLength)
  await writeCertificate(rest, { ...certificate, balance: toCents, message: noted })
  return toShopCertificate(await readCertificate(rest, id))
}

/**
 * The platform changes a certificate only as a whole: a balance that is left out becomes the whole amount again, and a
 * code that is left out another one. Never repeated by itself, because somebody may have paid with it since.
 */
async function writeCertificate(rest: RestClient, certificate: wire.WireCertificate): Promise<void> {
  const { customer_id, template, purchase_date, expiry_date } = certificate
  const body = {
    to_name: certificate.to_name ?? '',
    to_email: certificate.to_email ?? '',
    from_name: certificate.from_name ?? '',
    from_email: certificate.from_email ?? '',
    amount: formatDecimal(certificate.amount),
    balance: formatDecimal(certificate.balance),
    code: certificate.code,
    status: certificate.status,
    message: certificate.message ?? '',
    currency_code: certificate.currency_code || 'EUR',
    ...(customer_id && { customer_id }),
    ...(template && { template }),
    ...(purchase_date && { purchase_date: formatRfc2822(purchase_date) }),
    ...(expiry_date && { expiry_date: formatRfc2822(expiry_date) }),
  }
  const path = certificatePath(certificate.id)
  await rest(wire.certificateSchema, { method: 'PUT', path, body, repeatable: false })
}

function certificateBody(request: CertificateRequest) {
  // The platform cuts a longer one off, and it could not be found again.
  if (request.code === '' || request.code.length > maxCodeLength)
    throw new TypeError(`a certificate's code has 1 to ${maxCodeLength} characters`)
  const { message, expiresOn } = request
  return {
    code: request.code,
    amount: formatDecimal(request.cents),
    to_name: request.toName,
    to_email: request.toEmail,
    from_name: request.fromName,
    from_email: request.fromEmail,
    status: 'active',
    template: 'celebration.html',
    currency_code: 'EUR',
    ...(message !== null && { message: message.slice(0, maxMessageLength) }),
    ...(expiresOn !== null && { expiry_date: formatRfc2822(endOfAthensDay(expiresOn)) }),
  }
}

function toShopCertificate(certificate: wire.WireListedCertificate): ShopCertificate {
  return {
    id: certificate.id,
    code: certificate.code,
    cents: certificate.amount,
    balanceCents: certificate.balance,
    state: certificate.status,
    fromName: certificate.from_name ?? '',
    message: certificate.message ?? '',
    expiresAt: certificate.expiry_date ?? null,
  }
}

/** A path without an id would mean all certificates. */
function validCertificateId(id: number): number {
  if (!Number.isSafeInteger(id) || id <= 0) throw new TypeError('no id of a certificate')
  return id
}

const isSameCode = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()

/** Cents as the platform's decimal string. */
const formatDecimal = (cents: number) => (cents / 100).toFixed(4)

const endOfAthensDay = (day: string) => new Date(startOfDay(addDays(day, 1)).getTime() - 1000)

const formatRfc2822 = (moment: Date) => moment.toUTCString().replace('GMT', '+0000')
