import { expect, test } from 'vitest'
import { countGuestReplies } from './guests.rules.ts'

test('totals count people, not guests, and add up', () => {
  const guest = (people: number, reply: 'coming' | 'not_coming' | null, coming = 0) => ({
    people,
    reply,
    coming,
  })
  const [fewer, more] = [guest(4, 'coming', 3), guest(1, 'coming', 3)]
  expect(countGuestReplies([fewer, more, guest(2, 'not_coming'), guest(1, null)])).toEqual({
    total: 10,
    coming: 6,
    notComing: 3,
    unanswered: 1,
  })
})
