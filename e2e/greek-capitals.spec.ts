import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const capitals = [...'ΆΈΉΊΌΎΏ']
const fonts = ['Literata', 'Commissioner'].flatMap(family => [`400 100px ${family}`, `700 100px ${family}`])

/** As a share of the space between two words, what is left of it as white before an accented capital. */
const leastWhite = 0.75

test('the accent of Greek capitals leaves the space before it, in both typefaces', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } })
  for (const address of ['/?lang=el', '/shop?lang=el']) {
    await page.goto(address)
    const pictures = await drawWords(page)
    expect(pictures).toHaveLength(fonts.length * capitals.length)
    expect(
      pictures.filter(({ faces, white, space }) => faces === 0 || white < leastWhite * space),
      address,
    ).toEqual([])
  }
})

/** Draws «την», a space and a word with each of the capitals, and counts the columns without ink between the two. */
function drawWords(page: Page) {
  return page.evaluate(
    async ([letters, faces]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 700, height: 200 })
      const context = canvas.getContext('2d', { willReadFrequently: true })!
      const pictures: { words: string; faces: number; white: number; space: number }[] = []
      for (const font of faces)
        for (const letter of letters) {
          const loaded = await document.fonts.load(font, `την ${letter}δρα`)
          context.font = font
          context.clearRect(0, 0, canvas.width, canvas.height)
          context.fillText(`την ${letter}δρα`, 50, 130)
          const middle = 50 + context.measureText('την').width
          const hasInk = (x: number) => context.getImageData(x, 0, 1, 200).data.some(value => value > 127)
          let [from, to] = [Math.floor(middle), Math.ceil(middle)]
          while (!hasInk(from - 1)) from -= 1
          while (!hasInk(to)) to += 1
          const space = context.measureText(' ').width
          pictures.push({ words: `${font} την ${letter}δρα`, faces: loaded.length, white: to - from, space })
        }
      return pictures
    },
    [capitals, fonts] as const,
  )
}
