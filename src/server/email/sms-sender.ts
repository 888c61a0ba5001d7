import type { Config } from '../config.ts'
import type { Db } from '../postgres/tables.ts'

/** A text message ready to be sent; its message id is the same at every attempt. */
export interface SmsMessage {
  messageId: string
  /** E.164. */
  to: string
  text: string
}

/** Delivers one message or throws; an error with a `responseCode` of 500 and above is permanent. */
export type SmsSender = (message: SmsMessage) => Promise<void>

/** The provider of SMS_SERVICE, or the local outbox that /dev/sms shows; `timeoutMs` is how long it waits for the provider. */
export function createSmsSender({ config, db }: { config: Config; db: Db }, timeoutMs = 10_000): SmsSender {
  return config.SMS_SERVICE ? smsProvider(config.SMS_SERVICE, config, timeoutMs) : localOutbox(db)
}

/** Posts `{ to, from, text, reference }` as JSON; by `reference` the provider recognises a repeated message. */
function smsProvider(
  { url, authorization }: NonNullable<Config['SMS_SERVICE']>,
  { SMS_SENDER }: Config,
  timeoutMs: number,
): SmsSender {
  return async ({ messageId, to, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ to, from: SMS_SENDER, text, reference: messageId }),
      // A redirect would take the key and the message to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return
    // A message that the provider refuses is not retried; its own failures and “too many requests” are.
    const isRefused = response.status >= 400 && response.status < 500 && response.status !== 429
    throw Object.assign(
      new Error(`the provider answered ${response.status}`),
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
