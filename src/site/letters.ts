import * as z from 'zod/mini'
import { m } from '../paraglide/messages.js'
import { type Block, type Letter, letter, limits, type Say, toStaff } from '../ui/email/letter.ts'

const contact = limits('contact', 40, 400)
const message = { name: z.string(), email: z.string(), message: z.string() }

const contactBlocks = (
  { message: quote, ...from }: { message: string; name: string; email: string },
  say: Say,
): Block[] => [{ quote }, say(m.contact_email_from, from)]

export const maxListedPictures = 100

/** All of these go to support or staff. */
export const letters: Record<string, Letter> = {
  contact: letter(contact, message, (props, say) => ({
    subject: say(m.contact_email_subject, { name: props.name }),
    blocks: contactBlocks(props, say),
  })),
  /** The messages of the contact page beyond the limit of single e-mails in an hour (R823). */
  'contact-digest': letter(contact, { messages: z.array(z.object(message)) }, ({ messages }, say) => ({
    subject: say(m.contact_email_digest_subject),
    blocks: [say(m.contact_email_digest_text), ...messages.flatMap(one => contactBlocks(one, say))],
  })),
  /** Alarms about unusual events in the security log (R942). */
  'alarm-one-account': letter(toStaff, { accounts: z.string(), failures: z.int() }, (props, say) => ({
    subject: say(m.alarm_one_account_subject),
    blocks: [
      say(m.alarm_one_account_text, { accounts: props.accounts, failures: String(props.failures) }),
      say(m.alarm_where),
    ],
  })),
  'alarm-many-accounts': letter(toStaff, { accounts: z.int(), usual: z.int() }, (props, say) => ({
    subject: say(m.common_failed_sign_ins),
    blocks: [
      say(m.alarm_many_accounts_text, { accounts: String(props.accounts), usual: String(props.usual) }),
      say(m.alarm_where),
    ],
  })),
  'alarm-money-out': letter(toStaff, { cents: z.int(), usual: z.int() }, ({ cents, usual }, say) => ({
    subject: say(m.alarm_money_out_subject),
    blocks: [
      say(m.alarm_money_out_text, { amount: say.euro(cents), usual: say.euro(usual) }),
      say(m.alarm_where),
    ],
  })),
  'budget-reached': letter(toStaff, { kind: z.string() }, ({ kind }, say) => {
    const isSms = kind.endsWith('sms')
    return {
      subject: say(isSms ? m.alarm_budget_sms_subject : m.alarm_budget_subject),
      blocks: [isSms ? say(m.alarm_budget_sms_text) : say(m.alarm_budget_text, { kind }), say(m.alarm_where)],
    }
  }),
  /** Pictures in the shop's texts that our pages leave out (R1203). */
  'pictures-left-out': letter(
    toStaff,
    { pictures: z.array(z.object({ page: z.string(), picture: z.string() })) },
    ({ pictures }, say) => ({
      subject: say(m.pictures_left_out_subject),
      blocks: [say(m.pictures_left_out_text), ...pictures.map(({ page, picture }) => `${page}: ${picture}`)],
    }),
  ),
  /** Credentials that the shop refuses, or that expire (R956). */
  'shop-refuses': letter(
    toStaff,
    { channel: z.nullable(z.int()), reason: z.enum(['token', 'scope']), call: z.string() },
    ({ channel, reason, call }, say) => ({
      subject: say(m.common_shop_refuses_credentials),
      blocks: [shopRefusal(channel, reason, call, say), say(m.shop_refuses_hourly)],
    }),
  ),
  'shop-token-ends': letter(
    toStaff,
    { channel: z.int(), ends_on: z.nullable(z.string()), failure: z.enum(['token', 'scope', 'other']) },
    ({ channel: id, ends_on, failure }, say) => {
      const channel = String(id)
      return {
        subject: say(m.shop_token_ends_subject, { channel }),
        blocks: [
          ends_on === null
            ? say(m.shop_token_ends_revoked, { channel })
            : say(m.shop_token_ends_on, { channel, day: say.day(ends_on) }),
          say(tokenFailures[failure]),
          say(m.shop_token_ends_daily),
        ],
      }
    },
  ),
}

function shopRefusal(id: number | null, reason: 'token' | 'scope', call: string, say: Say): string {
  const isToken = reason === 'token'
  if (id === null) return say(isToken ? m.shop_refuses_access : m.shop_refuses_scope, { call })
  const channel = String(id)
  return isToken
    ? say(m.shop_refuses_storefront, { channel })
    : say(m.shop_refuses_storefront_scope, { channel, call })
}

const tokenFailures = {
  token: m.shop_token_ends_token,
  scope: m.shop_token_ends_scope,
  other: m.shop_token_ends_other,
}
