import * as z from 'zod/mini'
import { confirmationButton, itWasNotMe, whenAndWhere } from '../account/letters.ts'
import { formatCode } from '../base/fields.ts'
import type { Language } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { payoutTroubles } from '../base/payout-troubles.ts'
import { m } from '../paraglide/messages.js'
import {
  asCaused,
  type Block,
  button,
  type Letter,
  letter,
  limits,
  type Message,
  pictureProps,
  type Say,
  toStaff,
} from '../ui/email/letter.ts'
import { type GivingCounts, givenGiftsText, giversText } from '../ui/text/giving-counts.ts'
import { payoutTroubleMessages } from '../ui/text/names.ts'
import { endOfCode } from './money.rules.ts'

const money = asCaused('money')
const notice = limits('notice', 10, 30)
const cents = z.int()
const order = z.int()
const registry = { code: z.string(), registry: z.string() }
/** For letters with good news. */
const pictured = { ...registry, hosts: z.string(), ...pictureProps }
const card = { certificate: z.string(), cents, expires_on: z.nullable(z.string()) }

/** A line for the shop's staff on the orders whose money has left a registry (R513). */
export const formatPaidOutNote = (code: string, language: Language): string =>
  m.giftcard_staff_note_paid_out({ code: formatCode(code) }, { locale: language })

export const formatExchangeNote = (
  { line_id, code }: { line_id: number; code: string },
  language: Language,
): string => m.giftcard_staff_note_line({ line: line_id, end: endOfCode(code) }, { locale: language })

/** For a closed registry, to which nothing more is given. */
function givenInAllText(counts: GivingCounts, say: Say): string {
  if (counts.gifts_given > 0) return givenGiftsText(counts, say.locale)
  return say(counts.givers === 0 ? m.giftcard_mail_closed_none_given : m.giftcard_mail_closed_none_whole)
}

/** Figures of a closed registry: gifts given, givers, and the money that was left. */
function closedTally(counts: GivingCounts & { cents: number }, say: Say): [figure: string, label: string][] {
  const givers = giversText(counts, say.locale) ?? ''
  // When all gifts were removed, only the givers are counted.
  const given: [string, string] = counts.items > 0 ? [givenInAllText(counts, say), givers] : [givers, '']
  const money: [string, string] = [say.euro(counts.cents), say(m.giftcard_mail_closed_money)]
  return given[0] ? [given, money] : [money]
}

const cardBlocks = (
  { certificate, cents, expires_on }: { certificate: string; cents: number; expires_on: string | null },
  say: Say,
): Block[] => [
  {
    card: {
      name: say(m.giftcard_mail_card, { site: say.site.name }),
      amount: say.euro(cents),
      label: say(m.common_code),
      code: certificate,
      until:
        expires_on === null
          ? say(m.giftcard_mail_card_no_expiry)
          : say(m.giftcard_mail_card_until, { day: say.day(expires_on) }),
    },
  },
  { strong: say(m.giftcard_mail_issued_how) },
  {
    steps: [
      say(m.giftcard_mail_issued_fill),
      say(m.giftcard_mail_issued_type),
      say(m.giftcard_mail_issued_rest),
    ],
  },
  say(m.giftcard_mail_issued_keep),
]

const collectedButton = (code: string, say: Say) =>
  button(say(m.giftcard_mail_issued_button), paths.collectedGiftCards(code))

const issuedTexts: Record<string, typeof m.giftcard_mail_issued_text> = {
  closing: m.giftcard_mail_issued_closing,
  own: m.giftcard_mail_issued_own,
}

const closingReminder = (
  subject: Message<{ registry: string; day: string }>,
  title: typeof m.giftcard_mail_week_title,
  text: Message<{ registry: string; day: string }>,
) =>
  letter(notice, { ...pictured, day: z.string(), cents }, ({ day, cents, ...props }, say) => {
    const { code, registry } = props
    return {
      subject: say(subject, { registry, day: say.day(day, true) }),
      title: say(title),
      picture: props,
      blocks: [
        say(text, { registry, day: say.day(day, true) }),
        cents > 0 && say(m.giftcard_mail_closing_money, { amount: say.euro(cents) }),
        say(m.giftcard_mail_closing_later),
        button(say(m.giftcard_mail_closing_button), paths.editRegistry(code)),
      ],
    }
  })

/** To hosts: the money of an order that was refused or cancelled is open again. */
const moneyReturned = (
  subject: typeof m.giftcard_mail_refused_subject,
  title: typeof m.giftcard_mail_refused_title,
  text: typeof m.giftcard_mail_refused_text,
) =>
  letter(money, { ...registry, gift: z.string(), cents }, ({ code, gift, cents }, say) => ({
    subject: say(subject, { gift }),
    title: say(title),
    blocks: [say(text, { gift, amount: say.euro(cents) }), collectedButton(code, say)],
  }))

const lettersToHosts: Record<string, Letter> = {
  'registry-closing-week': closingReminder(
    m.giftcard_mail_week_subject,
    m.giftcard_mail_week_title,
    m.giftcard_mail_week_text,
  ),
  'registry-closing-day': closingReminder(
    m.giftcard_mail_day_subject,
    m.giftcard_mail_day_title,
    m.giftcard_mail_day_text,
  ),
  /** With what was given in all, and how many givers wait for thanks (R613). */
  'registry-closed': letter(
    money,
    {
      ...pictured,
      items: z.int(),
      gifts_given: z.int(),
      givers: z.int(),
      thanks: z.int(),
      cents,
      /** The day on which the money is sent, when it has to wait. */
      free_on: z.optional(z.string()),
    },
    ({ items, gifts_given, givers, thanks, cents, free_on, ...props }, say) => ({
      subject: say(m.giftcard_mail_closed_subject, { registry: props.registry }),
      title: say(m.giftcard_mail_closed_title),
      picture: props,
      blocks: [
        say(m.giftcard_mail_closed_text, { registry: props.registry }),
        { tally: closedTally({ items, gifts_given, givers, cents }, say) },
        cents > 0 &&
          (free_on === undefined
            ? say(m.giftcard_mail_closed_card)
            : say(m.giftcard_mail_closed_waits, { day: say.day(free_on) })),
        thanks > 0 && say(m.giftcard_mail_closed_thanks, { count: thanks }),
        button(say(m.giftcard_mail_closed_button), paths.registryGifts(props.code)),
      ],
    }),
  ),
  'money-requested': letter(
    money,
    {
      ...registry,
      person: z.string(),
      cents,
      way: z.enum(['certificate', 'order']),
      device: z.nullable(z.string()),
      at: z.string(),
    },
    ({ registry, person, way, device, at, ...props }, say) => {
      const amount = say.euro(props.cents)
      const text = way === 'order' ? m.giftcard_mail_requested_order : m.giftcard_mail_requested_certificate
      return {
        subject: say(m.giftcard_mail_requested_subject, { amount }),
        blocks: [
          say(text, { person, amount, registry }),
          whenAndWhere(at, device, say),
          say(m.giftcard_mail_requested_not_you),
          itWasNotMe(say),
        ],
      }
    },
  ),
  /** To the owner: money waits for the confirmation of their e-mail. */
  'money-waits': letter(limits('code', 2, 6), { code: z.string(), cents }, ({ code, cents }, say) => ({
    subject: say(m.giftcard_mail_waits_subject, { amount: say.euro(cents) }),
    blocks: [
      say(m.giftcard_mail_waits_text, { amount: say.euro(cents) }),
      say(m.giftcard_mail_waits_confirm),
      confirmationButton(code, say),
    ],
  })),
  'giftcard-issued': letter(money, { ...pictured, ...card, reason: z.string() }, (props, say) => {
    const { registry } = props
    return {
      subject: say(m.giftcard_mail_issued_subject, { amount: say.euro(props.cents), registry }),
      title: say(m.giftcard_mail_issued_title),
      picture: props,
      blocks: [
        say(issuedTexts[props.reason] ?? m.giftcard_mail_issued_text, { registry }),
        ...cardBlocks(props, say),
        collectedButton(props.code, say),
      ],
    }
  }),
  'giftcard-redeemed': letter(
    money,
    { ...registry, gift: z.string(), units: z.int(), cents, digital: z.boolean() },
    ({ code, registry, gift, units, cents, digital }, say) => ({
      subject: say(m.giftcard_mail_redeemed_subject, { gift }),
      title: say(m.giftcard_mail_redeemed_title),
      blocks: [
        say(m.giftcard_mail_redeemed_text, { registry }),
        { rows: [[units > 1 ? `${units} × ${gift}` : gift, say.euro(cents)]] },
        say(digital ? m.giftcard_mail_redeemed_digital : m.giftcard_mail_redeemed_parcel),
        collectedButton(code, say),
      ],
    }),
  ),
  'giftcard-refused': moneyReturned(
    m.giftcard_mail_refused_subject,
    m.giftcard_mail_refused_title,
    m.giftcard_mail_refused_text,
  ),
  /** The shop had accepted the order, and cancelled or refunded it later. */
  'giftcard-returned': moneyReturned(
    m.giftcard_mail_returned_subject,
    m.giftcard_mail_returned_title,
    m.giftcard_mail_returned_text,
  ),
  /** Guests got their money back before it was sent, or staff cancelled it. */
  'giftcard-withdrawn': letter(
    money,
    { ...registry, cents, by_staff: z.optional(z.boolean()) },
    ({ code, registry, cents, by_staff }, say) => ({
      subject: say(m.giftcard_mail_withdrawn_subject, { registry }),
      title: say(by_staff ? m.giftcard_mail_cancelled_title : m.giftcard_mail_withdrawn_title),
      blocks: [
        say(by_staff ? m.giftcard_mail_cancelled_text : m.giftcard_mail_withdrawn_text, {
          amount: say.euro(cents),
          registry,
        }),
        collectedButton(code, say),
      ],
    }),
  ),
  /** Guests were refunded after the money was paid out (R513). */
  'giftcard-lowered': letter(
    money,
    // Only the end of the code, so that the letter is worth no money.
    { ...registry, certificate_end: z.string(), cents, balance: z.int() },
    ({ code, registry, certificate_end: end, cents, balance }, say) => ({
      subject: say(m.giftcard_mail_lowered_subject, { end, amount: say.euro(cents) }),
      title: say(m.giftcard_mail_lowered_title),
      blocks: [
        say(m.giftcard_mail_lowered_text, { registry, end, amount: say.euro(cents) }),
        say(m.giftcard_mail_lowered_left, { balance: say.euro(balance) }),
        button(say(m.giftcard_mail_lowered_button), paths.moneyStatement(code)),
      ],
    }),
  ),
}

/** To buyers of lines that became gift cards (R1311). */
const lettersToBuyers: Record<string, Letter> = {
  'line-card': letter(money, { order, ...card }, (props, say) => {
    const amount = say.euro(props.cents)
    return {
      subject: say(m.giftcard_mail_line_subject, { amount }),
      title: say(m.giftcard_mail_issued_title),
      blocks: [say(m.giftcard_mail_line_text, { order: props.order, amount }), ...cardBlocks(props, say)],
    }
  }),
  /** The order was refunded, so the gift card is worth less. */
  'line-card-lowered': letter(
    money,
    { order, certificate_end: z.string(), cents, balance: z.int() },
    ({ order, certificate_end: end, cents, balance }, say) => ({
      subject: say(m.giftcard_mail_lowered_subject, { end, amount: say.euro(cents) }),
      title: say(m.giftcard_mail_line_lowered_title),
      blocks: [
        say(m.giftcard_mail_line_lowered_text, { order, end, amount: say.euro(cents) }),
        say(m.giftcard_mail_lowered_left, { balance: say.euro(balance) }),
      ],
    }),
  ),
}

/** To staff (R941). */
const lettersToStaff: Record<string, Letter> = {
  /** After three reminders to the owner. */
  'money-unclaimed': letter(toStaff, { code: z.string(), cents }, ({ code, cents }, say) => ({
    subject: say(m.giftcard_mail_unclaimed_subject, { amount: say.euro(cents) }),
    blocks: [say(m.giftcard_mail_unclaimed_text, { amount: say.euro(cents), code })],
  })),
  /** The shop refunded money that had been paid out to the host (R615). */
  'money-owed': letter(
    money,
    {
      ...registry,
      order,
      /** Number of the till receipt that was taken back; without it the order is the shop's. */
      receipt: z.optional(z.string()),
      cents,
    },
    ({ order, code, receipt, cents }, say) => {
      const amount = say.euro(cents)
      return {
        subject:
          receipt === undefined
            ? say(m.giftcard_mail_negative_balance_subject, { amount, order })
            : say(m.giftcard_mail_till_reversed_subject, { amount, receipt }),
        title: say(m.giftcard_mail_negative_balance_title),
        blocks: [
          receipt === undefined
            ? say(m.giftcard_mail_negative_balance_text, { amount, order, code })
            : say(m.giftcard_mail_till_reversed_text, { amount, receipt, code }),
        ],
      }
    },
  ),
  /** A payout that has failed several times (R607). */
  'payout-stuck': letter(
    toStaff,
    { ...registry, certificate: z.string(), cents, trouble: z.enum(payoutTroubles) },
    ({ code, certificate, cents, trouble }, say) => ({
      subject: say(m.giftcard_mail_stalled_subject, { certificate }),
      title: say(m.giftcard_mail_stalled_title),
      blocks: [
        say(m.giftcard_mail_stalled_text, { amount: say.euro(cents), code }),
        say(payoutTroubleMessages[trouble]),
      ],
    }),
  ),
  /** A gift card that a restored database doesn't know (R617). */
  'certificate-unplaced': letter(toStaff, { sentence: z.string() }, ({ sentence }, say) => ({
    subject: say(m.giftcard_staff_unplaced_subject),
    blocks: [say(m.giftcard_staff_unplaced_text, { sentence })],
  })),
  /** An order was refunded after its gift card was spent (R1311). */
  'line-card-spent': letter(toStaff, { order, cents }, ({ order, cents }, say) => ({
    subject: say(m.giftcard_staff_line_spent_subject, { order, amount: say.euro(cents) }),
    blocks: [say(m.giftcard_staff_line_spent_text, { order, amount: say.euro(cents) })],
  })),
}

export const letters: Record<string, Letter> = { ...lettersToHosts, ...lettersToBuyers, ...lettersToStaff }
