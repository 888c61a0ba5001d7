import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { dayInput, emptyObject, optionalCheckbox, text } from '../base/fields.ts'

export const changeSurprise = endpoint({
  method: 'POST',
  path: '/registry/change-surprise',
  who: 'customer',
  summary: 'Hides from the hosts what is given, until a day or until it is switched off.',
  input: z.object({ id: text(), surprise: optionalCheckbox, reveal_day: dayInput('date_wrong') }),
  reply: emptyObject,
})
