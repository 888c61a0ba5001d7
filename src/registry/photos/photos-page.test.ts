import { beforeEach, expect, test } from 'vitest'
import { aPicture, pictureForm } from '../../../test/builders.ts'
import { openHostPages } from '../../../test/host-pages.ts'
import { opened } from '../../../test/opened.ts'
import { addDays, dayInAthens } from '../../base/dates.ts'
import { updateRows } from '../../server/postgres/rows.ts'

const pages = opened(() => openHostPages())
beforeEach(() => pages.startOver())

const upload = (page: string, picture: Buffer, fields: Record<string, string>, lang = 'el') =>
  pages.submit(`${pages.pathTo(page)}?lang=${lang}`, pictureForm(fields, picture))
const addToLetter = async (alt: string) =>
  upload('edit/photos', await aPicture(600, 800), { intent: 'letter', alt })
const registryPage = async () => (await pages.view(`${pages.pathTo('')}?lang=el`)).html

/** The photographs of the registry's page: what each shows, and how it is loaded. */
const photosIn = (html: string) =>
  [...html.matchAll(/<img[^>]*srcSet="([^"]*)"[^>]*>/gi)].map(([img, widths = '']) => ({
    alt: /alt="([^"]*)"/.exec(img)?.[1],
    widths: [...widths.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)),
    isLazy: img.includes('loading="lazy"'),
  }))

test('a landscape cover fills the width of the page, at once', async () => {
  expect(await registryPage()).not.toContain('with-band')
  expect((await upload('edit', await aPicture(1600, 900), { intent: 'picture' })).location).toContain('saved')
  const html = await registryPage()
  expect(html).toContain('with-band')
  expect(photosIn(html)).toEqual([
    { alt: expect.stringContaining('Φωτογραφία'), widths: [720, 1280], isLazy: false },
  ])
  const settings = await pages.view(`${pages.pathTo('edit/photos')}?lang=el`)
  const band = /name="photo" value="([^"]*)"/.exec(settings.html)?.[1] ?? ''
  expect(settings.html).toContain('Να φαίνεται στην αψίδα')
  await pages.submit(pages.pathTo('edit/photos'), { photo: band, act: 'remove' })
  expect(await registryPage()).toContain('with-portrait')
})

test('photographs of the letter are added, described, moved and removed without scripts', async () => {
  expect((await addToLetter('η θάλασσα')).location).toContain('saved')
  await addToLetter('')
  expect(photosIn(await registryPage())).toEqual([
    { alt: 'η θάλασσα', widths: [270, 480], isLazy: true },
    { alt: '', widths: [270, 480], isLazy: true },
  ])
  const { html } = await pages.view(`${pages.pathTo('edit/photos')}?lang=en`)
  const [first = '', second = ''] = [...html.matchAll(/name="photo" value="([^"]*)"/g)].map(([, at]) => at)
  await pages.submit(pages.pathTo('edit/photos'), { photo: second, alt: 'το σπίτι', act: 'earlier' })
  expect(photosIn(await registryPage()).map(({ alt }) => alt)).toEqual(['το σπίτι', 'η θάλασσα'])
  await pages.submit(pages.pathTo('edit/photos'), { photo: first, act: 'remove' })
  expect(photosIn(await registryPage()).map(({ alt }) => alt)).toEqual(['το σπίτι'])
})

test.each([
  ['el', 'Διαλέξτε φωτογραφία JPEG, PNG ή WebP', 'Γράψτε έως 140 χαρακτήρες'],
  ['en', 'Please choose a picture in JPEG, PNG or WebP', 'At most 140 characters, please'],
])('what is wrong stands beside its field in the language of the page (%s)', async (lang, type, long) => {
  const broken = await upload('edit/photos', Buffer.from('text'), { intent: 'letter', alt: 'μας' }, lang)
  expect(broken.status).toBe(415)
  expect(broken.html).toContain(type)
  expect(broken.html).toContain('value="μας"')
  const alt = 'α'.repeat(141)
  const wordy = await upload('edit/photos', await aPicture(300, 300), { intent: 'letter', alt }, lang)
  expect(wordy.status).toBe(422)
  expect(wordy.html).toContain(long)
})

test('a full letter offers no more, and a list that goes on nothing of afterwards', async () => {
  const label = 'Προσθήκη φωτογραφίας στο γράμμα'
  const event_day = addDays(dayInAthens(new Date()), 30)
  await updateRows(pages.app.db, 'registry', { set: { event_day }, where: { id: pages.registry.id } })
  const open = async () => (await pages.view(`${pages.pathTo('edit/photos')}?lang=el`)).html
  expect(await open()).toContain(label)
  expect(await open()).not.toContain('Τι έγιναν τα δώρα')
  for (let count = 0; count < 6; count++) await addToLetter(`${count}`)
  expect(await open()).not.toContain(label)
})

test('the photograph of what the gifts became stands below the words, once it is closed', async () => {
  const photo = await aPicture(1600, 1000)
  await upload('edit/photos', photo, { intent: 'afterwards', alt: 'το τραπέζι' })
  expect(photosIn(await registryPage())).toEqual([])
  const set = { event_day: '2026-01-01', closing_day: '2026-01-01' }
  await updateRows(pages.app.db, 'registry', { set, where: { id: pages.registry.id } })
  expect(photosIn(await registryPage())).toEqual([{ alt: 'το τραπέζι', widths: [720, 1280], isLazy: true }])
})
