import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { email, flag, nothing, text } from '../../base/fields.ts'
import { registryIdInput } from '../registry/contract.ts'

/** Who runs a registry beside its owner, who is asked to, and what the hosts changed last. */
export const showRegistryHosts = endpoint({
  method: 'POST',
  path: '/registry/hosts',
  who: 'customer',
  reads: true,
  summary: 'The registry’s owner and co-host, whom a letter asks to be co-host, and the latest changes.',
  input: registryIdInput,
  reply: z.object({
    is_owner: flag,
    owner: z.string(),
    co_host: z.nullable(z.object({ name: z.string(), email: z.string() })),
    invited: z.nullable(z.object({ email: z.string(), until: z.string() })),
    /** Newest first: who (null for one who left), what by the history's word, what it is about, when. */
    changes: z.array(
      z.object({
        id: z.int(),
        who: z.nullable(z.string()),
        what: z.string(),
        about: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
  }),
})

export const coHostInviteInput = z.object({ id: text(), email })

export const inviteCoHost = endpoint({
  method: 'POST',
  path: '/registry/co-host/invite',
  who: 'customer',
  summary: 'Asks somebody by letter to be co-host; its link works once. The owner alone may.',
  input: coHostInviteInput,
  reply: nothing,
})

export const removeCoHost = endpoint({
  method: 'POST',
  path: '/registry/co-host/remove',
  who: 'customer',
  summary: 'Takes the co-host, or the letter that asks for one, back; a co-host may take himself out.',
  input: registryIdInput,
  reply: nothing,
})

const coHostToken = z.object({ token: text() })

export const showCoHostInvitation = endpoint({
  method: 'POST',
  path: '/co-host/invitation',
  who: 'anyone',
  reads: true,
  summary:
    'What the link of a letter to a co-host leads to; missing once it was used, taken back or is too old.',
  input: coHostToken,
  reply: z.object({
    registry_name: z.string(),
    type: z.string(),
    type_name: z.string(),
    host: z.string(),
    /** The registry’s id, for its own owner, who has nothing to accept; else null. */
    own_id: z.nullable(z.string()),
  }),
})

export const acceptCoHost = endpoint({
  method: 'POST',
  path: '/co-host/accept',
  who: 'customer',
  summary: 'Makes the signed-in person co-host; the link is then used up.',
  input: coHostToken,
  reply: z.object({ id: z.string() }),
})
