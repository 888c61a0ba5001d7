import { addDays, startOfDay } from '../../base/dates.ts'
import type { Shop } from '../port.ts'
import type { CertificateRequest, ShopCertificate } from '../port-orders.ts'
import { getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

const longestCode = 20
const longestMessage = 250

/** Gift certificates v2. The platform mails nobody about them; deleting is no call of this connector. */
export function certificateOperations(
  ask: RestClient,
): Pick<Shop, 'createCertificate' | 'findCertificateByCode' | 'setCertificateState'> {
  return {
    async createCertificate(wanted) {
      const body = certificateBody(wanted)
      const path = '/v2/gift_certificates'
      return certificateOf(
        await ask(wire.certificateSchema, { method: 'POST', path, body, repeatable: false }),
      )
    },
    async findCertificateByCode(code) {
      const path = `/v2/gift_certificates?code=${encodeURIComponent(code)}`
      const found = (await getJson(ask, wire.certificateListSchema, path)).find(one =>
        sameCode(one.code, code),
      )
      return found ? certificateOf(found) : null
    },
    async setCertificateState(id, state) {
      const path = `/v2/gift_certificates/${certificateId(id)}`
      const { to_name, to_email, from_name, from_email, amount } = await getJson(
        ask,
        wire.certificateSchema,
        path,
      )
      // The balance is left out: somebody may be paying with it at this moment.
      const body = { to_name, to_email, from_name, from_email, amount: decimals(amount), status: state }
      await ask(wire.certificateSchema, { method: 'PUT', path, body, repeatable: true })
    },
  }
}

function certificateBody(wanted: CertificateRequest) {
  // A longer one would be cut off by the platform, and never be found again.
  if (wanted.code === '' || wanted.code.length > longestCode)
    throw new TypeError(`a certificate's code has 1 to ${longestCode} characters`)
  const { message, expiresOn } = wanted
  return {
    code: wanted.code,
    amount: decimals(wanted.cents),
    to_name: wanted.toName,
    to_email: wanted.toEmail,
    from_name: wanted.fromName,
    from_email: wanted.fromEmail,
    status: 'active',
    template: 'celebration.html',
    currency_code: 'EUR',
    ...(message !== null && { message: message.slice(0, longestMessage) }),
    ...(expiresOn !== null && { expiry_date: rfc2822(endOfDay(expiresOn)) }),
  }
}

function certificateOf(one: wire.WireCertificate): ShopCertificate {
  return {
    id: one.id,
    code: one.code,
    cents: one.amount,
    balanceCents: one.balance,
    state: one.status,
    expiresAt: one.expiry_date ?? null,
  }
}

/** Without a number the address would mean all certificates there are. */
function certificateId(id: number): number {
  if (!Number.isSafeInteger(id) || id <= 0) throw new TypeError('no id of a certificate')
  return id
}

const sameCode = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()

/** Whole cents as the platform's text with four decimals. */
const decimals = (cents: number) => (cents / 100).toFixed(4)

const endOfDay = (day: string) => new Date(startOfDay(addDays(day, 1)).getTime() - 1000)

const rfc2822 = (moment: Date) => moment.toUTCString().replace('GMT', '+0000')
