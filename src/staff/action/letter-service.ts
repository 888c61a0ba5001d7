import { AppError, orNotFound } from '../../base/app-error.ts'
import { lockLetter } from './data.ts'
import { findRewriting } from './letter-rewriting-service.ts'
import { renewedTemplates } from './rules.ts'
import type { ActionRun } from './service.ts'

/**
 * Sends a letter again (R965): one that failed as it was, and one that was sent as it would be today. What was sent is
 * kept without its contents, and is written anew by what it is about alone.
 */
export const letterResending: ActionRun<{ letter: number }, null> = {
  subject: ({ letter }) => `letter ${letter}`,
  read: async () => null,
  async look(tx, { letter: id }, _, ctx) {
    const letter = orNotFound(await lockLetter(tx, id))
    if (letter.state === 'waiting') throw new AppError('staff_letter_waits', 409)
    const hasContents = letter.recipient !== '' && Object.keys(letter.props).length > 0
    const isKept = letter.state === 'failed' && hasContents && !renewedTemplates.includes(letter.template)
    const rewriting =
      isKept && letter.template !== 'giftcard-issued' ? null : await findRewriting(tx, letter, ctx)
    if (!isKept && !rewriting) throw new AppError('staff_letter_gone', 409)
    const { registryId, customerId } = rewriting ?? {}
    const facts = { template: letter.template }
    return {
      ...(registryId !== undefined && { registryId }),
      ...(customerId !== undefined && { customerId }),
      before: { ...facts, letter_state: letter.state },
      after: { ...facts, letter_state: 'waiting' },
      state: letter.attempts,
      async apply() {
        await ctx.deleteEmails(tx, [letter.cause])
        const { cause, template, channel, language, recipient: to, props, parts } = letter
        const message = { cause, template, channel, language, to, props, parts }
        const isWritten = await (isKept ? ctx.enqueueEmail(tx, message) : rewriting?.write())
        if (!isWritten) throw new AppError('staff_letter_limit', 409)
      },
    }
  },
}
