import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { siteFiles } from './site-files.ts'

const files = (config: Partial<Config>, fonts?: Parameters<typeof siteFiles>[2]) =>
  siteFiles(config as Config, () => new Date(), fonts)
const app = files({ SITE_NAME: 'Doron' })

describe.each(['en', 'el'] as const)('in %s', language => {
  test('the manifest names the site, its language and its start', async () => {
    const answer = await app.request(`/manifest.webmanifest?lang=${language}`)
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    const start_url = `/?lang=${language}`
    expect(await answer.json()).toMatchObject({ name: 'Doron', lang: language, dir: 'ltr', start_url })
  })

  test('the offline page needs no other file', async () => {
    const answer = await app.request(`/offline?lang=${language}`)
    const html = await answer.text()
    expect([answer.status, html.includes(`<html lang="${language}"`)]).toEqual([200, true])
    expect(html).not.toMatch(/<script|<link rel="stylesheet"|<img/)
  })
})

test('the offline page loads its fonts alone, and its policy allows their rules', async () => {
  const fonts = () => [{ family: 'Literata', href: '/assets/literata-1.woff2' }]
  const answer = await new Hono().route('/', files({ SITE_NAME: 'Doron' }, fonts)).request('/offline?lang=el')
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(await answer.text()) ?? []
  expect(style).toContain('font-family:Literata;')
  expect(style).toContain('src:url(/assets/literata-1.woff2) format("woff2")')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
})

test('every icon has the size that the manifest names', async () => {
  const { icons } = (await (await app.request('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  const drawn = icons.filter(({ src }) => src.endsWith('.png'))
  expect(drawn.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  expect(drawn.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of drawn) {
    const { width, height } = await sharp(`public${src}`).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

test('a shop with its own logo has it in the manifest', async () => {
  const shops = files({ SITE_NAME: 'Shop', SITE_MARK: 'https://shop.example/mark.svg' })
  expect(await (await shops.request('/manifest.webmanifest')).json()).toMatchObject({
    icons: [{ src: 'https://shop.example/mark.svg' }],
  })
})
