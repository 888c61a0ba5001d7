import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { euro, text, wireDay } from '../base/fields.ts'
import { waitingMoney } from './ledger.contract.ts'

export const getMoneyStatement = endpoint({
  method: 'GET',
  path: '/me/registry/statement',
  who: 'customer',
  summary: 'Every line of a registry’s money, oldest first, with the balance after it.',
  input: z.object({ registry_id: text() }),
  reply: z.object({
    lines: z.array(
      z.object({
        id: z.int(),
        at: z.string(),
        kind: z.enum([
          'gift',
          'contribution',
          'gift_card',
          'surplus',
          'certificate',
          'redeemed',
          'returned',
          'lowered',
          'moved',
          'settled',
        ]),
        gift: z.string(),
        /** In the form that the giver chose. */
        giver: z.string(),
        /** The code of an issued certificate, for the owner only; else the order's number. */
        reference: z.string(),
        amount: euro,
        balance: euro,
        /** Money of a guest that may not leave yet: until `free_on`, or until it is paid. */
        waits: z.nullable(z.enum(['day', 'payment'])),
        free_on: wireDay,
      }),
    ),
    came: euro,
    went: euro,
    balance: euro,
    free: euro,
    waiting: waitingMoney,
  }),
})
export type MoneyStatement = z.output<(typeof getMoneyStatement)['reply']>
export type StatementLine = MoneyStatement['lines'][number]
