import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { formatEuro } from '../../../base/money.ts'
import { ShopFailure, webhookPath } from '../../port.ts'
import { certificateOperations } from '../certificates.ts'
import type { ShopConnection } from '../connection.ts'
import { customerOperations } from '../customers.ts'
import { deleteOne, getJson, getOne, type RestClient } from '../rest-client.ts'
import { secretOf, webhookSecretHeader } from '../webhooks.ts'
import * as wire from '../wire.ts'

/** Something of ours that is made in the store, looked at, and removed at once. */
export interface Sample {
  name: string
  /** Makes it; answers its id. Throws ShopFailure. */
  make(): Promise<string>
  /** The id of one whose reply was lost; without it, it can't be found again. */
  find?(): Promise<string | null>
  /** What the store says of it. Throws ShopFailure. */
  look(id: string): Promise<string>
  remove(id: string): Promise<void>
}

/** Whatever was made and is not removed yet. */
export class SampleBox {
  readonly #made = new Map<string, () => Promise<void>>()
  readonly #lost: string[] = []
  #making: Promise<unknown> = Promise.resolve()
  #isClosed = false

  /** Makes, looks and removes; answers what was seen. Throws the ShopFailure of making or looking. */
  async pass(sample: Sample): Promise<string> {
    if (this.#isClosed) throw new ShopFailure('unavailable', 'the program was stopped')
    const making = this.#make(sample)
    // Closing waits until it is made or not; the failure is the caller's.
    this.#making = making.catch(() => {})
    const id = await making
    try {
      return await sample.look(id)
    } finally {
      await this.#remove(nameOf(sample, id))
    }
  }

  /** Removes what is still there; answers what could not be removed, by name and id. */
  async removeAll(): Promise<string[]> {
    for (const name of this.#made.keys()) await this.#remove(name)
    return [...this.#made.keys(), ...this.#lost]
  }

  /** For the end of the program: nothing more is made, and what is being made is removed too. */
  async close(): Promise<string[]> {
    this.#isClosed = true
    await this.#making
    return this.removeAll()
  }

  async #make(sample: Sample): Promise<string> {
    try {
      const id = await sample.make()
      this.#made.set(nameOf(sample, id), () => sample.remove(id))
      return id
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      if (['unavailable', 'shape', 'origin'].includes(error.kind)) await this.#findLost(sample)
      throw error
    }
  }

  /** A call without an answer may have been carried out. */
  async #findLost(sample: Sample): Promise<void> {
    try {
      const id = await sample.find?.()
      if (id) this.#made.set(nameOf(sample, id), () => sample.remove(id))
      else if (!sample.find) this.#lost.push(`perhaps a ${sample.name} whose number was not answered`)
    } catch {
      this.#lost.push(`perhaps a ${sample.name} that could not be looked for`)
    }
  }

  async #remove(name: string): Promise<void> {
    try {
      await this.#made.get(name)?.()
      this.#made.delete(name)
    } catch (error) {
      if (!(error instanceof ShopFailure)) throw error
      if (error.kind === 'missing') this.#made.delete(name)
    }
  }
}

const nameOf = ({ name }: Sample, id: string) => `${name} ${id}`

/** A mark of this run, by which its samples are recognised. */
export const newMark = () => randomBytes(6).toString('hex')

const cartSchema = z.object({
  data: z.object({
    channel_id: z.int(),
    cart_amount: z.number(),
    currency: z.object({ code: z.string() }),
  }),
})

/** A cart of one contribution; `make` answers its id. A cart that is never removed ends by itself after 30 days. */
export function cartSample(rest: RestClient, make: () => Promise<string>): Sample {
  const pathOf = (id: string) => `/v3/carts/${id}`
  return {
    name: 'cart',
    make,
    async look(id) {
      const { data } = await getOne(rest, cartSchema, pathOf(id))
      return `${data.cart_amount.toFixed(2)} ${data.currency.code} on channel ${data.channel_id}`
    },
    remove: id => deleteOne(rest, pathOf(id)),
  }
}

/** A customer with an address that no mail reaches. */
export function customerSample(
  rest: RestClient,
  { channels, mark }: Pick<ShopConnection, 'channels'> & { mark: string },
): Sample {
  const { createCustomer, findCustomerByEmail } = customerOperations({ channels }, rest, rest)
  const email = `doron-${mark}@example.com`
  const person = { email, name: 'Doron', surname: 'Check', phone: null, language: 'en' as const }
  const find = async () => String((await findCustomerByEmail(email))?.id ?? '') || null
  return {
    name: 'customer',
    make: async () => String((await createCustomer(person)).id),
    find,
    async look(id) {
      if ((await find()) !== id) throw new ShopFailure('missing', 'it is not found by its e-mail')
      return `found by its e-mail, ${email}`
    },
    remove: id => deleteOne(rest, `/v3/customers?id:in=${id}`),
  }
}

/** A gift certificate of one euro that is switched off before it is removed, by its id alone. */
export function certificateSample(rest: RestClient, { mark }: { mark: string }): Sample {
  const { createCertificate, findCertificateByCode, findCertificateByMark, setCertificateState } =
    certificateOperations(rest)
  const code = `CHECK-${mark}`.toUpperCase()
  const giver = `Doron Check ${mark}`
  const email = `doron-${mark}@example.com`
  const request = {
    code,
    language: 'en' as const,
    cents: 100,
    toName: 'Doron Check',
    toEmail: email,
    fromName: giver,
    fromEmail: email,
    message: null,
    expiresOn: null,
  }
  return {
    name: 'certificate',
    make: async () => String((await createCertificate(request)).id),
    find: async () => String((await findCertificateByCode(code))?.id ?? '') || null,
    async look() {
      const found = await findCertificateByCode(code)
      if (!found) throw new ShopFailure('missing', 'it is not found by its code')
      // As one made by hand is, after a restore (R1150).
      if ((await findCertificateByMark(giver))?.id !== found.id)
        throw new ShopFailure('missing', 'it is not found by the name of its giver')
      return `${formatEuro(found.balanceCents, 'en')}, ${found.state}, found by its code and its giver`
    },
    async remove(id) {
      await setCertificateState(Number(id), 'disabled')
      await deleteOne(rest, `/v2/gift_certificates/${id}`)
    },
  }
}

const webhookSchema = z.object({ data: wire.webhookSchema })

/** A webhook that is asleep and leads to no address of ours, so that nothing is ever sent by it. */
export function webhookSample(
  rest: RestClient,
  { siteUrl, mark }: { siteUrl: string; mark: string },
): Sample {
  const destination = `${siteUrl}${webhookPath}/${mark}`
  const body = {
    scope: 'store/order/refund/created',
    destination,
    is_active: false,
    headers: { [webhookSecretHeader]: mark },
  }
  const path = '/v3/hooks'
  return {
    name: 'webhook',
    make: async () =>
      String((await rest(webhookSchema, { method: 'POST', path, body, repeatable: false })).data.id),
    async find() {
      const { data } = await getJson(rest, wire.webhooksSchema, `${path}?limit=250`)
      return String(data.find(one => one.destination === destination)?.id ?? '') || null
    },
    async look(id) {
      const { data } = await getOne(rest, webhookSchema, `${path}/${id}`)
      const shown = secretOf(data) === mark ? 'shows its secret' : 'does not show its secret'
      return `${data.is_active ? 'awake' : 'asleep'}; the store ${shown}`
    },
    remove: id => deleteOne(rest, `${path}/${id}`),
  }
}
