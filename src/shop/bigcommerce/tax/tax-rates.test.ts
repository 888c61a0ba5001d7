import { expect, test } from 'vitest'
import { scripted, testConnection } from '../../../../test/scripted-shop.ts'
import { connectShop } from '../connect.ts'

const zone = (id: number, more: object) => ({
  id,
  enabled: true,
  shopper_target_settings: { locations: [], customer_groups: [], ...more },
})
const country = (country_code: string, subdivision_codes: string[] = []) => ({
  locations: [{ country_code, subdivision_codes, postal_codes: [] }],
})
const rate = (tax_zone_id: number, percent: number, more = {}) => ({
  enabled: true,
  priority: 1,
  tax_zone_id,
  class_rates: [{ rate: percent, tax_class_id: 0 }],
  ...more,
})

/** The factors by class that the connector reads in a Greek store with these zones, rates (one page each) and classes. */
function readFactors(zones: object[][], rates: object[][], classes: object[] = []) {
  const pages: Record<string, object[][]> = { '/v3/tax/zones': zones, '/v3/tax/rates': rates }
  const { fetch: _, ...parts } = scripted()
  const fetch = async (address: string) => {
    const { pathname, searchParams } = new URL(address)
    const path = pathname.replace('/stores/abc', '')
    if (path === '/v2/store') return Response.json({ country_code: 'GR', is_price_entered_with_tax: true })
    if (path === '/v2/tax_classes')
      return Response.json(classes.slice(0, Number(searchParams.get('limit') ?? 50)))
    const list = pages[path] ?? []
    const data = list[Number(searchParams.get('page') ?? 1) - 1] ?? []
    return Response.json({ data, meta: { pagination: { total_pages: list.length } } })
  }
  return connectShop(testConnection, { ...parts, fetch }).fetchTaxRates()
}

test.each<[string, object[][], object[][], number | undefined]>([
  [
    'the store’s country, not the export zone that is listed first',
    [[zone(2, country('US')), zone(1, country('GR'))]],
    [[rate(2, 0), rate(1, 24)]],
    1.24,
  ],
  [
    'the default zone where no zone is the country’s',
    [[zone(2, country('US')), zone(1, {})]],
    [[rate(2, 0), rate(1, 24)]],
    1.24,
  ],
  [
    'the country, not one of its regions',
    [[zone(3, country('GR', ['GR-L'])), zone(1, {})]],
    [[rate(3, 17), rate(1, 24)]],
    1.24,
  ],
  [
    'everybody, not one group of customers',
    [[zone(3, { ...country('GR'), customer_groups: [4] }), zone(1, country('GR'))]],
    [[rate(3, 0), rate(1, 24)]],
    1.24,
  ],
  [
    'a zone that is in use',
    [[{ ...zone(3, country('GR')), enabled: false }, zone(1, country('GR'))]],
    [[rate(3, 0), rate(1, 24), rate(1, 99, { enabled: false })]],
    1.24,
  ],
  [
    'zones and rates of later pages',
    [[zone(2, country('US'))], [zone(1, country('GR'))]],
    [[rate(2, 0)], [rate(1, 24)]],
    1.24,
  ],
  ['rates of one priority, added', [[zone(1, {})]], [[rate(1, 10), rate(1, 14)]], 1.24],
  [
    'rates of a second priority, taken of the first',
    [[zone(1, {})]],
    [[rate(1, 10), rate(1, 10, { priority: 2 })]],
    1.21,
  ],
  ['no rate where there is no zone', [[zone(2, country('US'))]], [[rate(2, 0)]], undefined],
])('the tax is that of %s', async (_, zones, rates, factor) => {
  const { 'default tax class': found } = await readFactors(zones, rates)
  expect(found === undefined ? undefined : Number(found.toFixed(6))).toBe(factor)
})

test('every class of a store has its tax, however many there are', async () => {
  const classes = Array.from({ length: 60 }, (_, index) => ({ id: index + 1, name: `Class ${index + 1}` }))
  const rates = [rate(1, 24, { class_rates: [{ rate: 13, tax_class_id: 60 }] })]
  expect(await readFactors([[zone(1, {})]], [rates], classes)).toMatchObject({ 'class 60': 1.13 })
})
