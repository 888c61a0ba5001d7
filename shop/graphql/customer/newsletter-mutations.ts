import { addSubscriber } from '../../newsletter.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'

interface SubscriberInput {
  email: string
  firstName?: string | null
  lastName?: string | null
}

const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())

export const newsletterMutations = (ctx: QueryContext) => ({
  subscribe: async ({ input }: { input: SubscriberInput }) => {
    if (!isEmail(input.email))
      return {
        errors: [errorNode('CreateSubscriberEmailInvalidError', 'The email address is not valid.')],
      }
    const subscriber = await addSubscriber(ctx.store, {
      email: input.email.trim(),
      first_name: input.firstName ?? '',
      last_name: input.lastName ?? '',
      source: 'storefront',
      channel_id: ctx.channelId,
    })
    return {
      errors: subscriber
        ? []
        : [errorNode('CreateSubscriberAlreadyExistsError', 'The email address is subscribed already.')],
    }
  },
  unsubscribe: async ({ input }: { input: { email: string } }) => {
    if (!isEmail(input.email))
      return {
        errors: [errorNode('RemoveSubscriberEmailInvalidError', 'The email address is not valid.')],
      }
    await ctx.store.db.query(
      'delete from shop.subscriber where lower(email) = lower($1) and channel_id = $2',
      [input.email.trim(), ctx.channelId],
    )
    return { errors: [] }
  },
})
