import { expect, test } from 'vitest'
import type { RegistryRow } from '../registry/registry.sql.ts'
import { formatStaffNote } from './notes.ts'
import type { PurchaseRow } from './orders.sql.ts'

const registry = {
  code: 'ABEZHKMNPTYX',
  registry_name: 'Ελένη & Γιώργος',
  name: 'Ελένη',
  surname: 'Παπαδοπούλου',
  partner_name: null,
  partner_surname: null,
  shipping_address: null,
} as RegistryRow
const purchase = (credited_cents: number) => ({ cents: 4200, credited_cents }) as PurchaseRow
const note = (credited: number, hostsAreTold: boolean) =>
  formatStaffNote(registry, [purchase(credited)], { isDeliveredToHosts: null, hostsAreTold })

test('staff read that the hosts know of a surplus only when they were told', () => {
  expect(note(4000, true)).toMatch(/More was given than wished for: the hosts have been told\.$/)
  expect(note(4000, false)).toMatch(/More was given than wished for\.$/)
  expect(note(4200, true)).not.toContain('More was given')
})
