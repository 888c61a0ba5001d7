import { expect, test } from './fixtures.ts'

test('the accent of Greek capitals leaves the space before it, in both typefaces', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  await page.goto('/?lang=el')
  const overhangs = await page.evaluate(async () => {
    const canvas = document.createElement('canvas').getContext('2d')!
    const measured: [string, number][] = []
    for (const weight of [400, 700])
      for (const family of ['Literata', 'Commissioner']) {
        const font = `${weight} 1000px ${family}`
        const faces = await document.fonts.load(font, 'Ύδρα')
        canvas.font = font
        for (const letter of 'ΆΈΉΊΌΎΏ')
          measured.push([
            `${font} ${letter} ${faces.length}`,
            canvas.measureText(letter).actualBoundingBoxLeft,
          ])
      }
    return measured
  })
  expect(overhangs).toHaveLength(28)
  // Thousandths of the em that stand before the place where the letter begins.
  expect(overhangs.filter(([name, left]) => left > 15 || name.endsWith(' 0'))).toEqual([])
})
