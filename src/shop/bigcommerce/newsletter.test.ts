import { expect, test } from 'vitest'
import { connectTestShop } from '../../../test/shop-connector.ts'

const connected = connectTestShop()

test('an e-mail is added to the newsletter’s list once', async () => {
  const reader = { email: 'reader@example.org', name: 'Άννα', language: 'el' } as const
  await connected.shop.subscribeToNewsletter(reader)
  await connected.shop.subscribeToNewsletter({ ...reader, email: 'Reader@example.org' })
  const { data } = (
    await connected.far.rest('GET', '/v3/customers/subscribers?email=reader@example.org')
  ).json<{
    data: object[]
  }>()
  expect(data).toMatchObject([{ first_name: 'Άννα', channel_id: 1481393 }])
  await expect(connected.shop.subscribeToNewsletter({ ...reader, email: '' })).rejects.toMatchObject({
    kind: 'invalid',
  })
})

test('an e-mail is removed from the lists of both languages, and no other one', async () => {
  for (const language of ['en', 'el'] as const)
    await connected.shop.subscribeToNewsletter({ email: 'leaver@example.org', name: 'Άννα', language })
  await connected.shop.subscribeToNewsletter({ email: 'stays@example.org', name: 'Άννα', language: 'en' })
  await connected.shop.unsubscribeFromNewsletter('Leaver@example.org')
  await connected.shop.unsubscribeFromNewsletter('leaver@example.org')
  const { data } = (await connected.far.rest('GET', '/v3/customers/subscribers')).json<{
    data: { email: string }[]
  }>()
  expect(data.map(subscriber => subscriber.email)).toContain('stays@example.org')
  expect(data.map(subscriber => subscriber.email)).not.toContain('leaver@example.org')
})
