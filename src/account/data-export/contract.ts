import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { emptyObject } from '../../base/fields.ts'

export const exportPersonalData = endpoint({
  method: 'POST',
  path: '/me/data',
  who: 'customer',
  summary: 'Everything that is stored about the person, with a fresh proof; they are told by letter.',
  protects: { download: 'proof' },
  input: emptyObject,
  reply: z.record(z.string(), z.unknown()),
})
