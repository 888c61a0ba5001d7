import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { email, emptyObject, flag, text } from '../base/fields.ts'
import { registryIdInput } from './registry.contract.ts'

export const showRegistryHosts = endpoint({
  method: 'POST',
  path: '/registry/hosts',
  who: 'customer',
  reads: true,
  summary: 'The registry’s owner and co-host, who is invited to be co-host, and the latest changes.',
  input: registryIdInput,
  reply: z.object({
    is_owner: flag,
    owner: z.string(),
    co_host: z.nullable(z.object({ name: z.string(), email: z.string() })),
    invited: z.nullable(z.object({ email: z.string(), until: z.string() })),
    /** Newest first; `who` is null for somebody whose account is erased. */
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

export const inviteCoHost = endpoint({
  method: 'POST',
  path: '/registry/co-host/invite',
  who: 'customer',
  summary: 'Invites somebody by e-mail to be co-host; the link is valid once. For the owner alone.',
  protects: { 'co-host': 'proof' },
  input: z.object({ id: text(), email }),
  reply: emptyObject,
})

export const removeCoHost = endpoint({
  method: 'POST',
  path: '/registry/co-host/remove',
  who: 'customer',
  summary: 'Ends the co-host’s role or their invitation; co-hosts may end their own.',
  input: registryIdInput,
  reply: emptyObject,
})

const invitationCode = z.object({ code: text() })

export const showCoHostInvitation = endpoint({
  method: 'POST',
  path: '/co-host/invitation',
  who: 'anyone',
  reads: true,
  summary: 'What a co-host’s invitation is about; missing once it was used or withdrawn, or has expired.',
  input: invitationCode,
  reply: z.object({
    registry_name: z.string(),
    type: z.string(),
    type_name: z.string(),
    host: z.string(),
    /** The registry's code if the visitor is its owner, who has nothing to accept; else null. */
    own_id: z.nullable(z.string()),
  }),
})

export const acceptCoHost = endpoint({
  method: 'POST',
  path: '/co-host/accept',
  who: 'customer',
  summary: 'Makes the signed-in customer co-host; the link is no longer valid then.',
  protects: { 'co-host': 'letter' },
  input: invitationCode,
  reply: z.object({ id: z.string() }),
})
