import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { emptyObject, text } from '../base/fields.ts'

export const unsubscribeFromInvitations = endpoint({
  method: 'POST',
  path: '/guest/stop-invitations',
  who: 'anyone',
  summary: 'Stops invitations of all hosts to the address of this link (RFC 8058).',
  input: z.object({ token: text() }),
  reply: emptyObject,
})
