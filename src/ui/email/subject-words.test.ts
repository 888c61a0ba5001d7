import { expect, test } from 'vitest'
import { maskSubjectWords, propsForSubject } from './letter.ts'

test.each([
  ['Ελένη & Γιώργος', 'Ελένη & Γιώργος'],
  ['Γάμος 19.06.2027, Α.Παπαδόπουλος και A.Smith', 'Γάμος 19.06.2027, Α.Παπαδόπουλος και A.Smith'],
  ['You won: https://evil.example/x now', 'You won: … now'],
  ['go to evil.com/prize', 'go to …'],
  ['x.co and ＥＶＩＬ．ＣＯＭ and me@evil', '… and … and …'],
  ['call +30 210 123-4567 today', 'call … today'],
  ['two\r\nBcc: lines\u202eback\u0000', 'two Bcc: lines back'],
])('%j stands in a subject as %j', (text, expected) => {
  expect(maskSubjectWords(text)).toBe(expected)
})

test('a subject names at most 60 characters of what somebody wrote', () => {
  expect([...maskSubjectWords('💍'.repeat(200))]).toHaveLength(60)
})

test('amounts, codes and days are not masked', () => {
  const props = { cents: 5, certificate: '4563-9733-6594', registry: { name: 'evil.com', day: '2027-06-19' } }
  expect(propsForSubject(props)).toEqual({ ...props, registry: { name: '…', day: '2027-06-19' } })
})
