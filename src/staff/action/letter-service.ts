import { AppError, orNotFound } from '../../base/app-error.ts'
import { enqueueCertificateEmail } from '../../giftcard/payout/email-service.ts'
import { findPayout } from '../../giftcard/payout/hold-data.ts'
import { lockLetter } from './data.ts'
import type { ActionRun } from './service.ts'

/** The cause of the letter that brings a certificate. */
const certificateCause = /^giftcard-issued:(\d+)$/

/**
 * Sends a letter again (R965): one that failed as it was, and the letter with a certificate as it would be today. What was
 * sent is kept without its contents, and is written anew by what it is about alone.
 */
export const letterResending: ActionRun<{ letter: number }, null> = {
  subject: ({ letter }) => `letter ${letter}`,
  read: async () => null,
  async look(tx, { letter: id }, _, ctx) {
    const letter = orNotFound(await lockLetter(tx, id))
    if (letter.state === 'waiting') throw new AppError('staff_letter_waits', 409)
    const payoutId = certificateCause.exec(letter.cause)?.[1]
    const payout = payoutId === undefined ? undefined : await findPayout(tx, Number(payoutId))
    const isKept =
      letter.state === 'failed' && letter.recipient !== '' && Object.keys(letter.props).length > 0
    if (!isKept && !payout) throw new AppError('staff_letter_gone', 409)
    const facts = { template: letter.template }
    return {
      ...(payout && { registryId: payout.registry_id }),
      before: { ...facts, letter_state: letter.state },
      after: { ...facts, letter_state: 'waiting' },
      state: letter.attempts,
      async apply() {
        await ctx.deleteEmails(tx, [letter.cause])
        if (isKept) {
          const { cause, template, channel, language, recipient: to, props, parts } = letter
          const message = { cause, template, channel, language, to, props, parts }
          if (!(await ctx.enqueueEmail(tx, message))) throw new AppError('staff_letter_limit', 409)
        } else if (payout) await enqueueCertificateEmail(tx, payout, ctx)
      },
    }
  },
}
