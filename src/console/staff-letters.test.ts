import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { jobContextOf } from '../../test/orders.ts'
import { consoleOn } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'
import { allLetters } from '../app/letters.ts'
import { sendDueEmails } from '../server/email/email-sender.ts'
import { letterNames } from './pages/registry/payout-messages.ts'

const app = opened(() => testApp({ env: consoleOn }))

test('letters to the staff lead to the lists where the console is on', async () => {
  const sent: string[] = []
  const ctx = await jobContextOf(app)
  for (const STAFF_CONSOLE of [true, false]) {
    const props = { order: 7, cents: 100 }
    await ctx.tellStaff(app.db, { cause: `to lists ${STAFF_CONSOLE}`, template: 'order-unmatched', props })
    const transport = async ({ text }: { text: string }) => void sent.push(text)
    const { db, config, clock, log } = { ...app, log: ctx.log }
    await sendDueEmails({
      db,
      config: { ...config, STAFF_CONSOLE },
      transport,
      letters: allLetters,
      log,
      now: clock.now,
    })
  }
  const lead = sent.filter(text => text.includes('order 7,')).map(text => text.includes('/staff/work'))
  expect(lead).toEqual([true, false])
})

test('every letter that this site can send has a name in the console, and no other one', () => {
  expect(Object.keys(letterNames).sort()).toEqual([...Object.keys(allLetters), 'sms'].sort())
})
