import { beforeEach, describe, expect, test } from 'vitest'
import { aHost, aRegistry, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { nextYear, registryPagesApp } from '../../test/registry-pages.ts'
import { goods } from '../../test/shop.ts'

const { plain } = goods
const app = opened(() => registryPagesApp())
let host: Host
let other: Host

beforeEach(async () => {
  host = await aHost(app, 'Ελένη')
  other = await aHost(app, 'Άννα')
})

const view = (path: string, who: Host | null = host) => app.view(path, who)
const send = (path: string, fields: Record<string, string>, who = host) => app.send(path, fields, who)

test('the picture of an event type has a stable address', async () => {
  const answer = await app.app.request('/pictures/wedding')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^\/assets\/.+\.svg$/)
  expect((await app.app.request('/pictures/nothing')).status).toBe(404)
})

describe('a host’s registries', () => {
  test('an empty list leads to the first one', async () => {
    const { html } = await view('/my-registries?lang=el')
    expect(html).toContain('Δεν έχετε ακόμη λίστα')
    expect(html).toContain('href="/create-registry?lang=el"')
  })

  test('are changed by their form; an error keeps the values', async () => {
    const id = await app.createByForm(host)
    const form = {
      registry_name: 'Η λίστα μας',
      message: '',
      registry_date: '',
      end_date: '',
    }
    const early = { ...form, registry_date: `${nextYear}-06-19`, end_date: `${nextYear}-06-18` }
    const wrong = await send(`/registry/${id}/edit?index`, early)
    expect(wrong.status).toBe(422)
    for (const words of ['can’t close before the event', 'value="Η λίστα μας"'])
      expect(wrong.html).toContain(words)
    const { to } = await send(`/registry/${id}/edit?index`, form)
    const { html } = await view(to ?? '')
    expect(html).toContain('Registry is Successfully Updated')
    expect(html).toContain('Date not decided yet')
  })

  test('are deleted after a question', async () => {
    const id = await app.createByForm(host)
    expect((await view(`/my-registries?delete=${id}`)).html).toContain('Are you sure?')
    const { to } = await send('/my-registries', { registry_id: id })
    expect((await view(to ?? '')).html).toContain('Registry Deleted')
  })

  test('of the second page are deleted there, too', async () => {
    for (let count = 0; count < 21; count++) await aRegistry(app, host)
    const { html } = await view('/my-registries?page=2')
    const path = html.match(/href="(\/my-registries\?[^"]*delete=[^"]*)"/)?.[1]?.replaceAll('&amp;', '&')
    const question = await view(path ?? '')
    expect(question.html).toContain('Are you sure?')
    expect(question.html).toContain('href="/my-registries?page=2&amp;lang=en"')
  })

  test('are shown to nobody else', async () => {
    const id = await app.createByForm(host)
    for (const path of [
      'add',
      `add/${plain.id}`,
      'gifts',
      'edit',
      'edit/registry-url',
      'edit/registry-shipping-address',
      'edit/privacy-settings',
      'edit/co-host',
      'gifts-received',
      'gifts-received/table',
    ]) {
      expect(await view(`/registry/${id}/${path}`, other)).toMatchObject({ status: 302, to: '/404?lang=en' })
      expect(await view(`/registry/${id}/${path}`, null)).toMatchObject({
        status: 302,
        to: `/login?redirect=${encodeURIComponent(`/registry/${id}/${path}`)}&lang=en`,
      })
    }
    expect((await send(`/registry/${id}/edit?index`, { registry_name: 'Ξένη' }, other)).to).toBe(
      '/404?lang=en',
    )
    const { status, html } = await send('/my-registries', { registry_id: id }, other)
    expect(status).toBe(404)
    expect(html).not.toContain('Ελένη &amp; Γιώργος')
  })
})
