import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, phone, test } from './fixtures.ts'
import { weddingDay } from './host-steps.ts'
import { createScreenData, listScreens } from './screens.ts'

const el = { locale: 'el' } as const

/** Holds back the page's scripts; returns what releases them. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async route => {
    await promise
    await route.continue()
  })
  return async () => {
    resolve()
    await expect.poll(() => page.evaluate(() => window.earlyInput === undefined)).toBe(true)
  }
}

const storedDraft = (page: Page) => page.evaluate(() => localStorage.getItem('create-registry'))

test('the suggested name comes with the page, and never under the cursor', async ({ host }) => {
  const { page } = await host('el', { viewport: phone })
  const release = await holdScripts(page)
  await page.goto('/create-registry/wedding?lang=el', { waitUntil: 'commit' })
  const main = page.getByRole('main')
  const [name, title] = [
    main.getByLabel(m.common_first_name({}, el)).first(),
    main.getByLabel(m.registry_title_label({}, el)),
  ]
  const suggested = await name.inputValue()
  expect(suggested.length).toBeGreaterThan(2)
  await expect(title).toHaveValue(suggested)
  await name.fill('Ιουλία')
  await title.fill('')
  await title.focus()
  await release()
  await page.keyboard.type('Μαρία')
  await expect(title).toHaveValue('Μαρία')
  // Whoever has written nothing there has it follow the names.
  await page.goto('/create-registry/wedding?lang=el')
  await page.evaluate(() => localStorage.removeItem('create-registry'))
  await page.reload()
  await name.fill('Ιουλία')
  await expect(title).toHaveValue('Ιουλία')
  await title.focus()
  await main.getByLabel(m.registry_partner_name_label({}, el)).evaluate((field: HTMLInputElement) => {
    field.value = 'Νικόλας'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(title).toHaveValue('Ιουλία')
})

test('a stored draft replaces nothing that was typed before it came', async ({ host }) => {
  const { page } = await host('el', { viewport: phone })
  await page.goto('/create-registry/wedding?lang=el')
  const main = page.getByRole('main')
  const [name, title] = [
    main.getByLabel(m.common_first_name({}, el)).first(),
    main.getByLabel(m.registry_title_label({}, el)),
  ]
  await name.fill('Άννα')
  await title.fill('Η μέρα μας')
  await expect.poll(() => storedDraft(page)).toContain('Η μέρα μας')
  const release = await holdScripts(page)
  await page.goto('/create-registry/wedding?lang=el', { waitUntil: 'commit' })
  await name.fill('Ιουλ')
  await release()
  await expect(title).toHaveValue('Η μέρα μας')
  await expect(name).toBeFocused()
  await page.keyboard.type('ία')
  await expect(name).toHaveValue('Ιουλία')
})

test('the draft of a registry goes with the answer, and nothing saves it again', async ({ host }) => {
  const { page } = await host('el', { viewport: phone })
  await page.goto('/create-registry/wedding?lang=el')
  const field = (label: string) => page.getByRole('main').getByLabel(label).first()
  await field(m.registry_title_label({}, el)).fill('Η μέρα μας')
  await field(m.registry_date_label({}, el)).fill(weddingDay())
  await page.getByRole('radio', { name: m.registry_privacy_shareable({}, el) }).check()
  await page.getByRole('button', { name: m.common_continue({}, el) }).click()
  await expect(page.getByText(m.registry_create_step_two({}, el))).toBeVisible()
  await field(m.registry_street_label({}, el)).fill('Ερμού 1')
  await field(m.registry_region_label({}, el)).selectOption('GR-I')
  await field(m.registry_city_label({}, el)).fill('Αθήνα')
  await field(m.registry_postcode_label({}, el)).fill('105 57')
  await field(m.common_phone({}, el)).fill('6944000000')
  await page.getByLabel(m.registry_terms_label({}, el)).check()
  // The next page is long in coming.
  await page.route(/\/add\.data/, () => {})
  await page.getByRole('button', { name: m.registry_create_submit({}, el) }).click()
  await expect.poll(() => storedDraft(page)).toBeNull()
  await field(m.registry_city_label({}, el)).fill('Χανιά')
  expect(await storedDraft(page)).toBeNull()
  await page.goto(paths.createRegistry())
  await expect(page.getByText(m.registry_create_step_one({}, el))).toBeVisible()
  await expect(field(m.registry_title_label({}, el))).not.toHaveValue('Η μέρα μας')
})

/** In the browser: types into every field of the page's main part, or of the dialog above it, as somebody does before the scripts have come. */
function typeEverywhere(): [id: string, typed: string][] {
  const part = document.querySelector('dialog[open]') ?? document.querySelector('main')
  const fields = [
    ...(part?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? []),
  ]
  const isTyped = ({ type }: { type: string }) =>
    ['text', 'search', 'email', 'tel', 'password', 'textarea'].includes(type)
  return fields
    .filter(
      field => isTyped(field) && field.id && !field.readOnly && !field.disabled && field.checkVisibility(),
    )
    .map(field => {
      const typed = field.maxLength > 0 ? '1' : `${field.value}1`
      field.focus()
      field.value = typed
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: '1', inputType: 'insertText' }))
      return [field.id, typed]
    })
}

/** In the browser: what stands in those fields, and which has the focus. */
const readFields = (ids: string[]) => ({
  values: ids.map(id => [id, (document.getElementById(id) as HTMLInputElement | null)?.value]),
  focused: document.activeElement?.id,
})

test('what is typed before the scripts run stays in every field of a form, and so does the cursor', async ({
  site,
  visitor,
}) => {
  test.setTimeout(1_800_000)
  const data = await createScreenData(site.url)
  const [guest, host] = [
    await visitor({ viewport: phone, expectsRefusals: true }),
    await visitor({ viewport: phone }),
  ]
  await host.context().addCookies([{ name: 'customerToken', value: data.token, url: site.url }])
  const lost: Record<string, unknown> = {}
  const checked = new Set<string>()
  for (const { name, path, visitor: who, prepare } of listScreens(data)) {
    const page = who === 'host' ? host : guest
    const address = `${path}${path.includes('?') ? '&' : '?'}lang=el`
    const [, main = ''] = (await (await page.request.get(address)).text()).split('<main')
    if (prepare || !/<textarea|type="(?:text|search|email|tel|password)"/.test(main)) continue
    const release = await holdScripts(page)
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState !== 'loading')
    const typed = await page.evaluate(typeEverywhere)
    await release()
    await page.unrouteAll({ behavior: 'wait' })
    if (typed.length === 0) continue
    const expected = { values: typed, focused: typed.at(-1)?.[0] }
    const found = await page.evaluate(
      readFields,
      typed.map(([field]) => field),
    )
    if (!isDeepStrictEqual(found, expected)) lost[name] = { expected, found }
    for (const [field] of typed) checked.add(`${name} ${field}`)
  }
  expect(lost).toEqual({})
  expect(checked.size).toBeGreaterThan(40)
})
