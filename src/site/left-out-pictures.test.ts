import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import type { Shop } from '../shop/port.ts'
import type { ShopPage } from '../shop/port-catalogue.ts'

test('staff are told once of each list of pictures that the pages leave out, and the pages are without them', async () => {
  let pictures = ['https://tracker.example/a.png', '/content/own.png']
  const fetchPage = async (path: string): Promise<ShopPage | null> => ({
    path,
    title: path,
    html: path === '/faq' ? pictures.map(src => `<p>Text <img src="${src}"></p>`).join('') : '<p>Text.</p>',
    picture: null,
    published: null,
    children: [],
  })
  const shop = { fetchPage, watchCredentials() {} } as unknown as Shop
  const app = await testApp({ shop })
  const letters = () =>
    app.db.selectFrom('outbox').select('props').where('template', '=', 'pictures-left-out').execute()
  try {
    await app.job('dropped-pictures')
    await app.job('dropped-pictures')
    expect(await letters()).toEqual([
      { props: { pictures: [{ page: '/faq', picture: 'https://tracker.example/a.png' }] } },
    ])
    const { body } = await app.get('/shop/page?path=/faq')
    expect(body.data.html).not.toContain('tracker.example')
    expect(body.data.html).toContain('/content/own.png')
    pictures = ['https://other.example/b.png']
    app.clock.later(10)
    await app.job('dropped-pictures')
    await app.job('dropped-pictures')
    expect(await letters()).toHaveLength(2)
  } finally {
    await app.close()
  }
})
