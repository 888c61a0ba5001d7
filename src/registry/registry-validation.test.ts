import { describe, expect, test } from 'vitest'
import { aHost, registryDraft } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { registryTestApp } from '../../test/registries.ts'
import * as contract from './registry.contract.ts'

const app = opened(() => registryTestApp())

const save = (draft: object, token = app.host.token) =>
  app.call(contract.saveRegistry, { ...registryDraft, ...draft }, token)

test.each(['abc', 'καλέστε με', '12a', '..-..'])('“%s” is no phone for the courier', async phone => {
  const home_address = { ...registryDraft.home_address, phone }
  const { data } = await save({ home_address })
  expect(data.fields).toHaveProperty(['home_address.phone'])
})

test('all wrong fields are reported at once', async () => {
  const wrong = {
    name: 'Αβ',
    surname: 'R2D2',
    guest_count: '1',
    registry_status: 'secret',
    home_address: { street: 'Οδ', phone: '1' },
  }
  const { status, data } = await app.call(contract.saveRegistry, wrong, app.host.token)
  expect(status).toBe(422)
  expect(Object.keys(data.fields ?? {}).sort()).toEqual(
    [
      'guest_count',
      'home_address.city',
      'home_address.country',
      'home_address.phone',
      'home_address.postcode',
      'home_address.region',
      'home_address.street',
      'name',
      'registry_date',
      'registry_name',
      'registry_status',
      'shipping_address.street',
      'surname',
      'terms',
      'type',
    ].sort(),
  )
  expect(data.fields).toMatchObject({
    name: 'Name must be 3 characters or more',
    surname: 'No special character are allowed',
    type: 'Please select Event Type',
  })
})

test('the delivery address is required unless it is the home address', async () => {
  const { data } = await save({ same_as_home: false })
  expect(data.fields).toEqual({ 'shipping_address.street': 'Please fill in the delivery address' })
})

test('an unknown place, a past event and a closing day before it are wrong fields', async () => {
  const { status, data } = await save({
    type: 'divorce',
    registry_date: '2026-11-20',
    end_date: '2026-11-19',
    home_address: { ...registryDraft.home_address, country: 'CY' },
  })
  expect(status).toBe(422)
  expect(Object.keys(data.fields ?? {})).toEqual(['type', 'registry_date', 'end_date', 'home_address.region'])
})

test.each([
  '0000-00-00',
  '0000-01-01',
  '2027-13-01',
  '2027-02-30',
  '2027-06-32 00:00:00',
  '2027-06-19T25:00:00Z',
  '99999-01-01',
])('%s is not a day', async day => {
  for (const field of ['registry_date', 'end_date']) {
    const { status, data } = await save({ [field]: day })
    expect([status, Object.keys(data.fields ?? {})]).toEqual([422, [field]])
  }
})

test.each([
  ['1.000', 200],
  ['1,000', 200],
  ['1.001', 422],
  ['10.0', 422],
])('%s guests answer %i', async (guest_count, status) => {
  const { token } = await aHost(app)
  expect((await save({ guest_count }, token)).status).toBe(status)
})

describe('names', () => {
  const good = ['Μαρία-Ελένη', 'O’Neill', "O'Neill", 'Αγ. Νικόλαος', 'José', 'Ιωάννα', 'Анна', '田中太郎']
  const bad = ['R2D2', 'Ann<a>', 'Άννα🎉', 'a@b', '{{x}}', 'Ann;a']
  test.each(good)('%s passes', async name => {
    expect(await save({ name }, (await aHost(app)).token)).toMatchObject({ status: 200 })
  })
  test.each(bad)('%s has a special character', async name => {
    const { data } = await save({ name })
    expect(data.fields).toEqual({ name: 'No special character are allowed' })
  })
})

describe('text that can’t be stored is a wrong field, never a failure', () => {
  const strings = ['abc\u0000def', '\ud800abc', 'abc\u202edef', 'abc\u0007def', 'a'.repeat(5000)]
  const fields = [
    'name',
    'surname',
    'partner_name',
    'registry_name',
    'event_place',
    'message',
    'greeting',
    'type',
  ]
  test.each(fields)('%s', async field => {
    for (const text of strings) {
      const answer = await save({ [field]: text })
      expect([answer.status, Object.keys(answer.data.fields ?? {})]).toEqual([422, [field]])
    }
  })
  test('in addresses, and where a registry is named', async () => {
    for (const text of strings) {
      for (const field of ['street', 'city', 'postcode', 'region', 'phone', 'country']) {
        const home_address = { ...registryDraft.home_address, [field]: text }
        const { status } = await save({ home_address })
        expect([field, status]).toEqual([field, 422])
      }
      expect((await app.call(contract.findRegistry, { id: text })).status).toBeLessThan(500)
    }
  })
})
