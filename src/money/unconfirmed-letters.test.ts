import { expect, test } from 'vitest'
import { dueLetter } from './unconfirmed.ts'

const since = new Date('2027-01-01T10:00:00Z')
const after = (days: number, letters: number) =>
  dueLetter(since, letters, new Date(since.getTime() + days * 86_400_000))

test('the owner is reminded after 1, 7 and 30 days, then staff are told, each once', () => {
  expect(after(0.9, 0)).toBeNull()
  expect(after(1, 0)).toEqual({ to: 'owner', number: 1 })
  expect(after(6.9, 1)).toBeNull()
  expect(after(7, 1)).toEqual({ to: 'owner', number: 2 })
  expect(after(30, 2)).toEqual({ to: 'owner', number: 3 })
  expect(after(31, 3)).toEqual({ to: 'staff', number: 4 })
  expect(after(400, 4)).toBeNull()
})

test('after a pause only the newest letter goes out', () => {
  expect(after(8, 0)).toEqual({ to: 'owner', number: 2 })
  expect(after(90, 1)).toEqual({ to: 'staff', number: 4 })
})
