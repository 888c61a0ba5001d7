import { beforeEach, expect, test } from 'vitest'
import { openHostPages, pageProducts } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { updateRows } from '../server/postgres/rows.ts'

const pages = opened(() => openHostPages())
beforeEach(() => pages.startOver())

const { teapot, kettle, sofa } = pageProducts

/** The shape of the add page's price plot, and the value and bar widths of each band. */
async function readPlot(lang = 'en') {
  const { html } = await pages.view(`${pages.pathTo('add')}?lang=${lang}`)
  const figure = /<figure[\s\S]*?<\/figure>/.exec(html)?.[0] ?? ''
  const rows = [...figure.matchAll(/<li>(?:(?!<\/li>)[\s\S])*?<rect[\s\S]*?<\/li>/g)].map(([row]) => ({
    value: />([^<>]*)<\/span><\/span><svg/.exec(row)?.[1],
    bars: [...row.matchAll(/<rect[^>]*? width="([\d.]+)%"/g)].map(([, width]) => Number(width)),
  }))
  return { figure, rows: rows.filter(({ value }) => value !== undefined) }
}

async function wishAndGive() {
  const pot = await pages.insertGift(teapot, { quantity: 2 })
  await pages.insertGift(kettle, { quantity: 2 })
  await pages.insertGift(sofa)
  await pages.give(pot, 'units')
}

test.each([
  ['en', '1 of 4', 'Your gifts by price'],
  ['el', '1 από 4', 'Τα δώρα σας ανά τιμή'],
])('gifts are drawn by price, with what is given of them (%s)', async (lang, words, title) => {
  await wishAndGive()
  const { rows, figure } = await readPlot(lang)
  expect(figure).toContain(title)
  expect(rows.map(({ value }) => value)).toContain(words)
  expect(rows.find(({ value }) => value === words)?.bars).toEqual([100, 25])
  expect((await pages.view(`${pages.pathTo('add')}?lang=${lang}`)).html).toContain('<table')
})

test('a surprise tells nothing of what is given', async () => {
  await wishAndGive()
  const set = { surprise: true }
  await updateRows(pages.app.db, 'registry', { set, where: { id: pages.registry.id } })
  const { rows, figure } = await readPlot()
  expect(rows.map(({ value }) => value)).toEqual(['0', '4', '0', '1'])
  expect(rows[1]?.bars).toEqual([100])
  expect(figure).not.toMatch(/Given|Open| of /)
})

test('an empty registry has no plot', async () => {
  expect((await readPlot()).figure).toBe('')
})
