import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, codeText, emptyObject } from '../../base/fields.ts'
import { deviceIdSchema } from '../session.contract.ts'

/** A time code of six digits, or one of the recovery codes, as typed. */
export const secondFactor = codeText({
  max: 40,
  required: 'account_required',
  long: 'account_factor_wrong',
})

/** A random value of 128 bits from which the server derives the offered key. */
const setup = boundedText({ max: 40, required: 'account_required' })

export const showSecondFactor = endpoint({
  method: 'GET',
  path: '/me/second-factor',
  who: 'customer',
  summary: 'Whether the person has a second factor, and whether staff were asked to remove it.',
  input: emptyObject,
  reply: z.object({
    /** Since when (ISO); empty without one. */
    added_at: z.string(),
    recovery_codes_left: z.int(),
    /** When it will be removed because staff were asked to (ISO); empty when nobody asked. */
    recovery_due_at: z.string(),
  }),
})

export const offerSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor/setup',
  who: 'customer',
  reads: true,
  summary: 'A new key for an authenticator app, or again the one of an earlier `setup`; nothing is stored.',
  input: z.object({ setup: z.optional(setup) }),
  reply: z.object({
    setup: z.string(),
    /** In base 32, to be typed. */
    secret: z.string(),
    uri: z.string(),
  }),
})

export const addSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor',
  who: 'customer',
  summary:
    'Adds the second factor of that `setup`, by its first code and with a fresh proof; answers ten recovery codes, this once.',
  message: 'account_factor_added',
  protects: { factor: 'proof', device: 'proof' },
  input: z.object({
    setup,
    code: secondFactor,
    /** Of this browser, which needs no code at its next sign-in; all others do. */
    device: deviceIdSchema,
  }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/me/second-factor/recovery-codes',
  who: 'customer',
  summary: 'Ten new recovery codes in place of the former ones, with a fresh proof; answered this once.',
  message: 'account_factor_codes_new',
  protects: { factor: 'proof' },
  input: emptyObject,
  reply: z.object({ recovery_codes: z.array(z.string()) }),
})

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/me/second-factor/remove',
  who: 'customer',
  summary: 'Removes the second factor, with a fresh proof.',
  message: 'account_factor_removed',
  protects: { factor: 'proof' },
  input: emptyObject,
  reply: emptyObject,
})

export const stopFactorRecovery = endpoint({
  method: 'POST',
  path: '/second-factor-recovery/stop',
  who: 'anyone',
  summary: 'Keeps a second factor that staff were asked to remove, by the code of the letter about it.',
  message: 'account_factor_kept',
  input: z.object({ code: codeText({ max: 100, required: 'account_required' }) }),
  reply: emptyObject,
})

/** What the person types; `setup` is a hidden field and the device comes from the cookie. */
export const factorFormSchema = z.object({ code: secondFactor })
