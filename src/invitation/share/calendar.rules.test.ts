import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { formatCalendarFile } from './calendar.rules.ts'

const event = {
  uid: 'ABEZHKMNPTYX@doron.test',
  title: 'Ελένη, Γιώργος; η μεγάλη γιορτή των εξήντα γραμμάτων στο Ναύπλιο, με κάθε γράμμα στη θέση του\\',
  day: '2027-12-31',
  place: 'Ναύπλιο,\nΠαλαμήδι',
  url: 'https://doron.test/registry/ABEZHKMNPTYX?lang=el',
  sequence: 3,
  now: new Date('2026-11-21T10:00:00.123Z'),
}
const bytes = new TextEncoder().encode(formatCalendarFile(event))

test('every line ends with CRLF and has at most 75 bytes, and no Greek letter is split', () => {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = text.split('\r\n')
  for (const line of lines) {
    const size = new TextEncoder().encode(line).length
    expect(size, line).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  expect(lines.filter(line => line.startsWith(' ')).length).toBeGreaterThan(1)
})

test('another program reads the day, its end and the texts', () => {
  const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(bytes)))
  const read = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  expect(read.summary).toBe(event.title)
  expect(read.location).toBe(event.place)
  expect(read.uid).toBe(event.uid)
  expect(read.startDate.isDate).toBe(true)
  expect([read.startDate.toString(), read.endDate.toString()]).toEqual(['2027-12-31', '2028-01-01'])
  expect(calendar.getFirstSubcomponent('vevent')!.getFirstPropertyValue('dtstamp')?.toString()).toBe(
    '2026-11-21T10:00:00Z',
  )
})

test('a changed event keeps its uid, and has a greater number', () => {
  expect(new TextDecoder().decode(bytes)).toContain('SEQUENCE:3\r\n')
  const later = formatCalendarFile({ ...event, sequence: 4, day: '2028-02-29', place: null })
  expect(later).toContain('SEQUENCE:4\r\n')
  expect(later).toContain(`UID:${event.uid}\r\n`)
  expect(later).toContain('DTEND;VALUE=DATE:20280301\r\n')
  expect(later).not.toContain('LOCATION')
})
