import { randomUUID } from 'node:crypto'
import { addDays, type Day, dayInAthens } from '../src/base/dates.ts'
import type { Language } from '../src/base/language.ts'

export interface WishedFor {
  product_id: number
  quantity?: number
  is_group_gifting?: boolean
}

/** What a journey may wish to have otherwise. */
interface Wedding {
  registry_status: 'public' | 'shareable' | 'private'
  registry_date: Day
  end_date: Day
  greeting: string
}

export interface Arranged {
  id: string
  name: string
  host: { email: string; password: string }
}

/**
 * A registry that stands before the journey begins, made through the API as any other program would; its host reads
 * letters in `language`.
 */
export async function aRegistry(
  url: string,
  gifts: WishedFor[],
  more: Partial<Wedding> = {},
  language: Language = 'el',
): Promise<Arranged> {
  const host = { email: `${randomUUID()}@journey.example`, password: 'quince and cream' }
  const name = 'Rhea & Paul'
  const person = { ...host, repassword: host.password, name: 'Rhea', surname: 'Sample' }
  const { token } = await post<{ token: string }>(url, `/register?lang=${language}`, person)
  const { id } = await post<{ id: string }>(url, '/registry/save', { ...wedding(name), ...more }, token)
  const products = gifts.map(gift => ({ quantity: 1, ...gift }))
  if (gifts.length > 0) await post(url, '/me/registry/add/products', { registry_id: id, products }, token)
  return { id, name, host }
}

function wedding(registry_name: string): object {
  const today = dayInAthens(new Date())
  return {
    type: 'wedding',
    name: 'Rhea',
    surname: 'Sample',
    partner_name: 'Paul',
    partner_surname: 'Placeholder',
    registry_name,
    registry_date: addDays(today, 60),
    guest_count: 80,
    registry_status: 'public',
    home_address: {
      street: '1 Example Street',
      country: 'GR',
      region: 'GR-I',
      city: 'Athens',
      postcode: '105 57',
      phone: '6944000000',
    },
    same_as_home: true,
    terms: true,
  }
}

export async function post<T>(url: string, path: string, input: object, token?: string): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  })
  const { success, data } = (await answer.json()) as { success: boolean; data: T }
  if (!success) throw new Error(`${path}: ${JSON.stringify(data)}`)
  return data
}
