import { addDays, startOfDay } from '../../base/dates.ts'
import type { Shop } from '../port.ts'
import type { CertificateRequest, ShopCertificate } from '../port-orders.ts'
import { getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

const maxCodeLength = 20
const maxMessageLength = 250

/** Gift certificates v2. The platform sends no e-mails about those made through the API. */
export function certificateOperations(
  rest: RestClient,
): Pick<Shop, 'createCertificate' | 'findCertificateByCode' | 'setCertificateState'> {
  return {
    async createCertificate(request) {
      const body = certificateBody(request)
      const path = '/v2/gift_certificates'
      return toShopCertificate(
        await rest(wire.certificateSchema, { method: 'POST', path, body, repeatable: false }),
      )
    },
    async findCertificateByCode(code) {
      const path = `/v2/gift_certificates?code=${encodeURIComponent(code)}`
      const certificates = await getJson(rest, wire.certificateListSchema, path)
      const certificate = certificates.find(one => isSameCode(one.code, code))
      return certificate ? toShopCertificate(certificate) : null
    },
    async setCertificateState(id, state) {
      const path = `/v2/gift_certificates/${validCertificateId(id)}`
      const { to_name, to_email, from_name, from_email, amount } = await getJson(
        rest,
        wire.certificateSchema,
        path,
      )
      // The balance is left out, because somebody may be paying with it at this moment.
      const body = { to_name, to_email, from_name, from_email, amount: formatDecimal(amount), status: state }
      await rest(wire.certificateSchema, { method: 'PUT', path, body, repeatable: true })
    },
  }
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

function toShopCertificate(certificate: wire.WireCertificate): ShopCertificate {
  return {
    id: certificate.id,
    code: certificate.code,
    cents: certificate.amount,
    balanceCents: certificate.balance,
    state: certificate.status,
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
