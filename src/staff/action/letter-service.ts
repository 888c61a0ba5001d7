import { maskEmail } from '../../account/email-change/rules.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRegistryOfLetter, lockLetter } from './data.ts'
import { findRewriting, type StoredLetter } from './letter-rewriting-service.ts'
import { guestTemplates, renewedTemplates } from './rules.ts'
import type { ActionRun } from './service.ts'

/**
 * Sends a letter again (R965): one that failed as it was, and one that was sent as it would be today. What was sent is
 * kept without its contents, and is written anew by what it is about alone.
 */
export const letterResending: ActionRun<{ letter: number }, null> = {
  findRegistryId: async (db, { letter }) =>
    letter === undefined ? undefined : findRegistryOfLetter(db, letter),
  read: async () => null,
  async look(tx, { letter: id }, _, ctx) {
    const letter = orNotFound(await lockLetter(tx, id))
    if (letter.state === 'waiting') throw new AppError('staff_letter_waits', 409)
    const hasContents = letter.recipient !== '' && Object.keys(letter.props).length > 0
    const isKept = letter.state === 'failed' && hasContents && !renewedTemplates.includes(letter.template)
    const again = rememberFirstSending(letter, ctx)
    const rewriting =
      isKept && letter.template !== 'giftcard-issued' ? null : await findRewriting(tx, letter, again)
    if (!isKept && !rewriting) throw new AppError('staff_letter_gone', 409)
    const { registryId, customerId } = rewriting ?? {}
    const to = isKept ? letter.recipient : (rewriting?.to ?? '')
    return {
      ...(registryId !== undefined && { registryId }),
      ...(customerId !== undefined && { customerId }),
      before: { ...factsOf(letter, letter.recipient), letter_state: letter.state },
      after: { ...factsOf(letter, to), letter_state: 'waiting' },
      state: letter.attempts,
      async apply() {
        await ctx.deleteEmails(tx, [letter.cause])
        const { cause, template, channel, language, props, parts } = letter
        const message = { cause, template, channel, language, to, props, parts }
        const isWritten = await (isKept ? again.enqueueEmail(tx, message) : rewriting?.write())
        if (!isWritten) throw new AppError('staff_letter_limit', 409)
      },
    }
  },
}

const firstSending = ({ first_sent_at, sent_at }: StoredLetter) => first_sent_at ?? sent_at

/** Whatever is written in its place keeps when it was sent first. */
function rememberFirstSending(letter: StoredLetter, ctx: StaffContext): StaffContext {
  const firstSentAt = firstSending(letter)
  if (!firstSentAt) return ctx
  return { ...ctx, enqueueEmail: (tx, message) => ctx.enqueueEmail(tx, { ...message, firstSentAt }) }
}

/** Which letter, to whom and since when. */
const factsOf = (letter: StoredLetter, recipient: string) => ({
  template: letter.template,
  recipient: recipientText(letter.template, recipient),
  first_sent_at: firstSending(letter)?.toISOString() ?? null,
})

/** The audit keeps whole addresses of account holders alone, with whom its values are erased (R961). */
function recipientText(template: string, recipient: string): string | null {
  if (recipient === '') return null
  if (!guestTemplates.has(template)) return recipient
  return recipient.includes('@') ? maskEmail(recipient) : `…${recipient.slice(-3)}`
}
