import { beforeEach, expect, test } from 'vitest'
import { openHostPages, pageProducts } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { updateRows } from '../server/postgres/rows.ts'

const { teapot, sofa } = pageProducts

const pages = opened(() => openHostPages())
beforeEach(() => pages.startOver())

test('hosts in surprise mode see the same pages whether something was given or not', async () => {
  const whole = await pages.insertGift(teapot, { quantity: 3 })
  const group = await pages.insertGift(sofa, { is_group: true })
  const set = { surprise: true }
  await updateRows(pages.app.db, 'registry', { set, where: { id: pages.registry.id } })
  await pages.stopSelling(teapot)
  const dialogs = [whole, group].flatMap(id =>
    ['change', 'remove', 'swap'].map(dialog => `gifts?${dialog}=${id}`),
  )
  const pagePaths = [
    ...['add', 'gifts', 'gifts-received', 'gifts-received/table', 'edit', 'edit/privacy-settings'].map(
      pages.pathTo,
    ),
    ...dialogs.map(pages.pathTo),
    `/registry/${pages.registry.code}`,
    `/registry/${pages.registry.code}/${sofa}`,
    '/my-registries',
  ]
  const readPages = async () => {
    const htmlByPage: Record<string, string> = {}
    for (const path of pagePaths)
      for (const lang of ['en', 'el']) {
        const { html } = await pages.view(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
        expect(html).not.toMatch(/Ζηνοβία|Βίον ανθόσπαρτον/)
        // Nonces, keys of forms and error references (this app has no shop) differ between requests.
        htmlByPage[`${path} ${lang}`] = (/<main.*<\/main>/s.exec(html)?.[0] ?? html)
          .replace(/nonce="[^"]*"/g, '')
          .replace(/name="key" value="[^"]*"/g, '')
          .replace(/number [0-9A-F]{8}|αριθμό [0-9A-F]{8}/g, '')
      }
    return htmlByPage
  }
  const before = await readPages()
  expect(before[`${pages.pathTo('gifts-received')} en`]).toContain('It’s a surprise')
  await pages.give(whole, 'units')
  await pages.give(group, 'contribution')
  const after = await readPages()
  for (const [path, html] of Object.entries(after)) expect(html, path).toBe(before[path])
  const guestPage = await (await pages.app.app.request(`/registry/${pages.registry.code}?lang=en`)).text()
  expect(guestPage).toContain('€40')
})
