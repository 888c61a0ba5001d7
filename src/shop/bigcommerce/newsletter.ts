import { type Shop, ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { getJson, nullIfMissing, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

type NewsletterOperations = Pick<Shop, 'subscribeToNewsletter' | 'unsubscribeFromNewsletter'>

const maxNameLength = 100

/** Subscribers v3: one list for each channel. */
export function newsletterOperations({ channels }: ShopConnection, rest: RestClient): NewsletterOperations {
  return {
    async subscribeToNewsletter({ email, name, language }) {
      const [channel_id, first_name] = [channels[language], name.slice(0, maxNameLength)]
      const body = { email, first_name, source: 'registry', channel_id }
      const path = '/v3/customers/subscribers'
      try {
        await rest(wire.ignoredReplySchema, { method: 'POST', path, body, repeatable: true })
      } catch (error) {
        if (!(await isSubscribed(rest, email, error))) throw error
      }
    },
    async unsubscribeFromNewsletter(email) {
      for (const { id } of await findSubscribers(rest, email)) {
        const path = `/v3/customers/subscribers/${id}`
        await nullIfMissing(() => rest(wire.ignoredReplySchema, { method: 'DELETE', path, repeatable: true }))
      }
    },
  }
}

/** The platform refuses an e-mail that is on the list already with the same error as an invalid one. */
async function isSubscribed(rest: RestClient, email: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ShopFailure) || error.kind !== 'invalid') return false
  return (await findSubscribers(rest, email)).length > 0
}

async function findSubscribers(rest: RestClient, email: string) {
  const path = `/v3/customers/subscribers?email=${encodeURIComponent(email)}`
  const { data } = await getJson(rest, wire.subscribersSchema, path)
  return data.filter(subscriber => subscriber.email.toLowerCase() === email.toLowerCase())
}
