import type { Config } from '../config.ts'
import type { Db } from '../postgres/tables.ts'

/** A text message ready to go; the same message id at every try. */
export interface SmsMessage {
  messageId: string
  /** E.164. */
  to: string
  text: string
}

/** Delivers one message or throws; an error with a `responseCode` of 500 and above is for good. */
export type SmsSender = (message: SmsMessage) => Promise<void>

/** The provider of SMS_URL, or the local outbox that /dev/sms shows; `patience` is how long it is waited for, in ms. */
export function createSmsSender({ config, db }: { config: Config; db: Db }, patience = 10_000): SmsSender {
  return config.SMS_URL ? provider(config.SMS_URL, config, patience) : localOutbox(db)
}

/** Posts `{ to, from, text, reference }` as JSON; `reference` lets the provider know a message that it has already. */
function provider(url: string, { SMS_AUTHORIZATION, SMS_SENDER }: Config, patience: number): SmsSender {
  return async ({ messageId, to, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(SMS_AUTHORIZATION && { authorization: SMS_AUTHORIZATION }),
      },
      body: JSON.stringify({ to, from: SMS_SENDER, text, reference: messageId }),
      signal: AbortSignal.timeout(patience),
    })
    if (answer.ok) return
    // A message that the provider refuses stays refused; its own troubles and “too many” pass.
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429
    throw Object.assign(
      new Error(`the provider answered ${answer.status}`),
      isRefused && { responseCode: 550 },
    )
  }
}

function localOutbox(db: Db): SmsSender {
  return async ({ messageId, to, text }) => {
    await db
      .insertInto('text_message')
      .values({ message_id: messageId, recipient: to, body: text })
      .onConflict(conflict => conflict.column('message_id').doNothing())
      .execute()
  }
}
