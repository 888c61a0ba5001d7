import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../base/dates.ts'
import { sortEventTypes } from './event-type.rules.ts'
import {
  canEdit,
  canOwn,
  canView,
  closingDayAfterChange,
  effectiveClosingDay,
  findDateErrors,
  hostNames,
  isOwner,
  isRegistryOpen,
  isUnusualPostcode,
  registryState,
} from './registry.rules.ts'

const today = '2026-11-21'
const days = fc.integer({ min: -2500, max: 2500 }).map(offset => addDays(today, offset))

test('who may see: everybody but for a private one, which is its hosts’ alone', () => {
  const owner = { id: 7 }
  const coHost = { id: 9 }
  for (const customer of [null, owner, coHost, { id: 8 }])
    for (const privacy of ['public', 'shareable', 'private'] as const) {
      const registry = { privacy, customer_id: 7, co_host_id: 9 }
      const hosts = customer === owner || customer === coHost
      expect(canView(registry, customer)).toBe(privacy !== 'private' || hosts)
      expect(canEdit(registry, customer)).toBe(hosts)
      expect(canEdit({ ...registry, co_host_id: null }, customer)).toBe(customer === owner)
      for (const owns of [isOwner, canOwn]) expect(owns(registry, customer)).toBe(customer === owner)
    }
})

test('open to the end of the closing day; without one, always', () => {
  expect(isRegistryOpen({ closing_day: today }, today)).toBe(true)
  expect(isRegistryOpen({ closing_day: addDays(today, -1) }, today)).toBe(false)
  expect(isRegistryOpen({ closing_day: null }, '9999-12-31')).toBe(true)
})

test('says that it closes soon for two weeks, and that it has closed once it has', () => {
  const at = (closing_day: string | null) => registryState({ closing_day }, today)
  expect([
    at(null),
    at(addDays(today, 15)),
    at(addDays(today, 14)),
    at(today),
    at(addDays(today, -1)),
  ]).toEqual(['open', 'open', 'closing', 'closing', 'closed'])
})

test('a closing day that followed the event follows it on; one that was chosen stays until another is', () => {
  const maybe = fc.option(days)
  fc.assert(
    fc.property(maybe, maybe, maybe, (event, closing, moved) => {
      const chosen = { event, closing }
      const followed = { event, closing: effectiveClosingDay(event, null) }
      const stays = closing === followed.closing ? effectiveClosingDay(moved, null) : closing
      expect(closingDayAfterChange(chosen, moved, undefined)).toBe(stays)
      expect(closingDayAfterChange(chosen, moved, closing)).toBe(stays)
      expect(closingDayAfterChange(followed, moved, undefined)).toBe(effectiveClosingDay(moved, null))
      const other = '2050-01-01'
      expect(closingDayAfterChange(chosen, moved, other)).toBe(other)
    }),
  )
})

test('an undecided event has no closing day of its own, a decided one 30 days after', () => {
  expect(effectiveClosingDay(null, null)).toBe(null)
  expect(effectiveClosingDay('2027-06-19', null)).toBe('2027-07-19')
  expect(effectiveClosingDay('2027-06-19', '2027-06-20')).toBe('2027-06-20')
})

test('new dates that pass lie ahead, in order, and not too far', () => {
  fc.assert(
    fc.property(fc.option(days), fc.option(days), (event, closing) => {
      if (Object.keys(findDateErrors({ event, closing }, today)).length > 0) return
      if (event) expect(event >= today && event <= addDays(today, 5 * 365)).toBe(true)
      if (closing) expect(closing >= today && (!event || closing >= event)).toBe(true)
    }),
  )
})

test('dates that stood before may stay, but no new day brings the closing before the event', () => {
  fc.assert(
    fc.property(fc.option(days), fc.option(days), days, (event, closing, newDay) => {
      const dates = { event, closing }
      expect(findDateErrors(dates, today, dates)).toEqual({})
      const moved = findDateErrors({ event: newDay, closing }, today, dates)
      if (closing && closing < newDay && newDay !== event)
        expect(moved).toMatchObject({ end_date: 'registry_closing_early' })
    }),
  )
})

test('the closing day that stands when the host gives none is always right', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1825 }), ahead => {
      const event = addDays(today, ahead)
      expect(findDateErrors({ event, closing: effectiveClosingDay(event, null) }, today)).toEqual({})
    }),
  )
})

test('hosts are named by their first names', () => {
  expect(hostNames({ name: 'Ελένη', partner_name: 'Γιώργος' })).toBe('Ελένη & Γιώργος')
  expect(hostNames({ name: 'Ελένη', partner_name: null })).toBe('Ελένη')
})

test('event types are sorted by their position, one without a position last', () => {
  const types = [
    { slug: 'surprise' },
    { slug: 'other', position: 8 },
    { slug: 'group-activity', position: 7 },
    { slug: 'lets-event', position: 6 },
    { slug: 'birthday', position: 4 },
    { slug: 'wedding', position: 1 },
  ]
  expect(sortEventTypes(types).map(type => type.slug)).toEqual([
    'wedding',
    'birthday',
    'lets-event',
    'group-activity',
    'other',
    'surprise',
  ])
})

test.each([
  ['70 001', 'GR-I', true],
  ['71202', 'GR-M', false],
  ['10558', 'GR-I', false],
  ['18010', 'GR-I', false],
  ['21100', 'GR-J', false],
  ['31100', 'GR-F', false],
  ['63086', 'GR-69', false],
  ['54621', 'GR-A', true],
  ['21100', '', false],
])('the postcode %s in %s is unusual: %s', (postcode, region, isUnusual) => {
  expect(isUnusualPostcode('GR', postcode, region)).toBe(isUnusual)
})
