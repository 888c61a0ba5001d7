import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays, type Day, dayInAthens } from '../src/base/dates.ts'
import type { Language } from '../src/base/language.ts'

/** A gift to be put on a registry; a product of the embedded shop. */
export interface GiftRequest {
  product_id: number
  quantity?: number
  is_group_gifting?: boolean
}

/** What a test may set differently. */
interface RegistryOptions {
  registry_status: 'public' | 'shareable' | 'private'
  registry_date: Day
  end_date: Day
  greeting: string
  registry_name: string
  event_place: string
}

/** A registry with its host's credentials, and the token of their session at the site of this address. */
export interface TestRegistry {
  url: string
  id: string
  name: string
  host: { email: string; password: string }
  token: string
}

/** A host's page in one language, and their registry. */
export interface HostSession {
  page: Page
  language: Language
  registry: TestRegistry
}

/** Signs a host in without the form, which account.spec.ts and others fill in. */
export async function signIn({ page, language, registry: { url, token } }: HostSession): Promise<void> {
  await page.context().addCookies([
    { name: 'customerToken', value: token, url },
    { name: 'I18N_LANGUAGE', value: language, url },
  ])
}

/** Creates a registry and its host, whose e-mail is confirmed, through the API; the host gets e-mails in `language`. */
export async function createTestRegistry(
  url: string,
  gifts: GiftRequest[],
  options: Partial<RegistryOptions> = {},
  language: Language = 'el',
): Promise<TestRegistry> {
  const host = { email: `${randomUUID()}@journey.example`, password: 'quince and cream' }
  const name = 'Rhea & Paul'
  const person = { ...host, repassword: host.password, name: 'Rhea', surname: 'Sample' }
  const { token } = await callApi<{ token: string }>(url, `/register?lang=${language}`, person)
  await confirmHost(url, host)
  const { id } = await callApi<{ id: string }>(
    url,
    '/registry/save',
    { ...weddingFields(name), ...options },
    token,
  )
  const products = gifts.map(gift => ({ quantity: 1, ...gift }))
  // One call takes fifty.
  for (let from = 0; from < products.length; from += 50)
    await callApi(
      url,
      '/me/registry/add/products',
      { registry_id: id, products: products.slice(from, from + 50) },
      token,
    )
  return { url, id, name, host, token }
}

function weddingFields(registryName: string): object {
  const today = dayInAthens(new Date())
  return {
    type: 'wedding',
    name: 'Rhea',
    surname: 'Sample',
    partner_name: 'Paul',
    partner_surname: 'Placeholder',
    registry_name: registryName,
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

/** Waits for a letter to that address with a link to that page, as the demonstration's mailbox shows it. */
export async function findEmailLink(url: string, email: string, page: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await fetch(`${url}/dev/mail`)).text()
    const emails = [...list.matchAll(/href="(\/dev\/mail\/[^"?]+)\?part=text">text<\/a>\s*<small>([^ ]+)/g)]
    for (const [, path = ''] of emails.filter(([, , recipient]) => recipient === email)) {
      const text = await (await fetch(`${url}${path}?part=text`)).text()
      link ??= text.match(new RegExp(`https?://\\S+/${page}\\?\\S+`))?.[0]
    }
    expect(link).toBeDefined()
  }).toPass()
  return link as string
}

/** Confirms a host's e-mail by the letter and the password, so that they may invite and be paid. */
export async function confirmHost(url: string, host: { email: string; password: string }): Promise<void> {
  const link = await findEmailLink(url, host.email, 'email-confirmation')
  const code = new URL(link).searchParams.get('code')
  await callApi(url, '/email-confirmation', { code, password: host.password })
}

/** Calls an endpoint of the API; returns its data. Throws when it answers an error. */
export async function callApi<T>(url: string, path: string, input: object, token?: string): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  })
  const { success, data } = (await answer.json()) as { success: boolean; data: T }
  if (!success) throw new Error(`${path}: ${JSON.stringify(data)}`)
  return data
}

/** Hands a gift off as another browser would: one that holds several gifts already reserves no more (R413). */
export async function holdGift(url: string, registryId: string, productId: number): Promise<void> {
  const cookies = (await fetch(`${url}/cart`)).headers.getSetCookie()
  const [device] = cookies.flatMap(cookie => /giver_device=([^;]+)/.exec(cookie)?.[1] ?? [])
  const line_items = [{ product_id: productId, quantity: 1 }]
  await callApi(url, '/cart/create', { registry_id: registryId, line_items, device })
}
