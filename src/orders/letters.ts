import * as z from 'zod/mini'
import { formatCode } from '../base/fields.ts'
import { hostKinds } from '../base/kinds.ts'
import { paths } from '../base/paths.ts'
import { moneyLineName } from '../checkout/letters.ts'
import { m } from '../paraglide/messages.js'
import {
  asCaused,
  type Block,
  button,
  type Letter,
  letter,
  pictureProps,
  type Say,
  toStaff,
} from '../ui/email/letter.ts'

const order = z.int()
const gifts = z.array(
  z.object({
    name: z.string(),
    kind: z.enum(['units', 'contribution', 'gift_card']),
    units: z.int(),
    cents: z.int(),
    /** URL of the picture in the shop. */
    picture: z.optional(z.nullable(z.string())),
  }),
)
const gift = {
  code: z.string(),
  registry: z.string(),
  hosts: z.string(),
  host_kind: z.enum(hostKinds),
  ...pictureProps,
  /** In the form that the giver chose; empty for anonymous. */
  giver: z.string(),
  message: z.string(),
  /** The giver's own words were lost by a restore (R522). */
  recovered: z.optional(z.boolean()),
  surplus: z.int(),
  /** Units beyond the wish, which the shop is asked to stop (R507, over-fulfilled). */
  second: z.optional(z.int()),
  /** The giver's private token (R516); only in the e-mail to the giver. */
  mine: z.optional(z.string()),
  gifts,
}

const giftRows = (list: z.output<typeof gifts>, say: Say): Block => ({
  goods: list.map(({ name, kind, units, cents, picture = null }) => ({
    // Without units only a part of a digital gift's money came back.
    label:
      kind !== 'units' ? moneyLineName(name, kind, say.language) : units > 0 ? `${units} × ${name}` : name,
    value: say.euro(cents),
    picture,
  })),
})

/** Names the giver and the gift, without the amount. */
function givenSubject(giver: string, list: z.output<typeof gifts>, say: Say): string {
  const [first] = list
  const about = { giver, gift: first?.name ?? '', count: list.length }
  if (list.length !== 1)
    return giver ? say(m.checkout_mail_given_many_from, about) : say(m.checkout_mail_given_many, about)
  if (first?.kind === 'contribution')
    return giver ? say(m.checkout_mail_given_share_from, about) : say(m.checkout_mail_given_share, about)
  return giver ? say(m.checkout_mail_given_subject_from, about) : say(m.checkout_mail_given_subject, about)
}

/** What the shop refunded or cancelled of a gift; `giver` in the form that they chose. */
const returned = { code: z.string(), registry: z.string(), giver: z.string(), gifts }

/** An amount in any currency, which is shown and never counted. */
function formatForeign({ cents, currency }: { cents: number; currency: string }, { language }: Say): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${(cents / 100).toLocaleString(language, digits)} ${currency}`
}

const lettersToPeople: Record<string, Letter> = {
  /** To a host: who gave what; the giver's message comes first. */
  'gift-given': letter(asCaused('order'), gift, ({ registry, giver, message, surplus, ...props }, say) => {
    const by = giver || say(m.checkout_mail_given_anonymous)
    return {
      subject: givenSubject(giver, props.gifts, say),
      title: say(m.checkout_mail_given_title),
      picture: props,
      blocks: [
        message ? { quote: message, by } : giver ? say(m.checkout_mail_given_from, { giver }) : by,
        giftRows(props.gifts, say),
        say(m.checkout_mail_given_text, { registry }),
        props.recovered && say(m.checkout_mail_given_recovered),
        surplus > 0 && say(m.checkout_mail_given_surplus, { amount: say.euro(surplus) }),
        !!props.second && say(m.checkout_mail_given_second, { count: props.second }),
        button(say(m.checkout_mail_given_button), paths.registryGifts(props.code)),
      ],
    }
  }),
  /** To the giver: thanks, what was given, and their private link to it. */
  'gift-thanks': letter(asCaused('giver'), gift, ({ registry, hosts, host_kind, mine, ...props }, say) => ({
    subject: say(m.checkout_mail_thanks_subject, { registry }),
    title: say(m.common_thank_you),
    picture: { ...props, hosts },
    blocks: [
      say(m.checkout_mail_thanks_text, {
        hosts: host_kind,
        // Most registries are named after their hosts, who are then not repeated.
        registry: registry === hosts ? registry : `${registry} (${hosts})`,
      }),
      giftRows(props.gifts, say),
      mine && button(say(m.common_your_gift), paths.myGiftBy(mine)),
      mine && say(m.checkout_mail_thanks_private_link),
      say(m.checkout_mail_thanks_shop),
      { link: { label: say(m.common_back_to_the_registry), path: paths.registry(props.code) } },
    ],
    footnote: mine && say(m.checkout_mail_thanks_withdrawal),
  })),
  /** To a host: what of a gift no longer counts (R1430, told when a gift comes back). */
  'gift-returned': letter(asCaused('order'), returned, ({ code, registry, giver, gifts }, say) => ({
    subject: say(m.checkout_mail_returned_subject, { registry }),
    title: say(m.checkout_mail_returned_title),
    blocks: [
      say(m.checkout_mail_returned_text, { registry }),
      giftRows(gifts, say),
      giver && say(m.checkout_mail_given_from, { giver }),
      say(m.checkout_mail_returned_next),
      button(say(m.checkout_mail_given_button), paths.registryGifts(code)),
    ],
  })),
  /** To the giver: the same, where the shop itself doesn't write to them (R1430). */
  'gift-refunded': letter(asCaused('giver'), returned, ({ code, registry, gifts }, say) => ({
    subject: say(m.checkout_mail_refunded_subject, { registry }),
    title: say(m.checkout_mail_refunded_title),
    blocks: [
      say(m.checkout_mail_refunded_text, { registry }),
      giftRows(gifts, say),
      say(m.checkout_mail_refunded_shop),
      { link: { label: say(m.common_back_to_the_registry), path: paths.registry(code) } },
    ],
  })),
  /** To the giver: the withdrawal from the contract was received, with its gifts and time (R517). */
  'withdrawal-received': letter(
    asCaused('giver'),
    { registry: z.string(), giver: z.string(), orders: z.string(), at: z.string(), gifts },
    ({ registry, giver, orders, at, gifts }, say) => ({
      subject: say(m.checkout_mail_withdrawal_subject, { orders }),
      title: say(m.checkout_mail_withdrawal_title),
      blocks: [
        say(m.checkout_mail_withdrawal_text, { orders, registry, time: say.moment(at) }),
        giver && say(m.checkout_mail_given_from, { giver }),
        giftRows(gifts, say),
        say(m.checkout_mail_withdrawal_next),
      ],
    }),
  ),
}

/** To staff (R941). */
const lettersToStaff: Record<string, Letter> = {
  /** Paid lines that match no gift (R505). */
  'order-unmatched': letter(toStaff, { order, cents: z.int() }, ({ order, cents }, say) => ({
    subject: say(m.checkout_staff_unmatched_subject, { order }),
    blocks: [say(m.checkout_staff_unmatched_text, { order, amount: say.euro(cents) })],
  })),
  /** After a restore: an order that may be for a registry, although nothing on it says for which (R522). */
  'order-unplaced': letter(
    toStaff,
    { order, day: z.string(), cents: z.int(), products: z.string() },
    ({ order, day, cents, products }, say) => ({
      subject: say(m.checkout_staff_unplaced_subject, { order }),
      blocks: [
        say(m.checkout_staff_unplaced_text, { order, day: say.day(day), amount: say.euro(cents), products }),
      ],
    }),
  ),
  /** Paid in another currency than euro (R1305). */
  'order-currency': letter(
    toStaff,
    {
      order,
      currency: z.string(),
      paid: z.int(),
      shown: z.object({ currency: z.string(), cents: z.int() }),
    },
    ({ order, currency, paid, shown }, say) => ({
      subject: say(m.checkout_staff_currency_subject, { order, currency }),
      blocks: [
        say(m.checkout_staff_currency_text, {
          order,
          amount: formatForeign({ cents: paid, currency }, say),
          shown: formatForeign(shown, say),
        }),
      ],
    }),
  ),
  /** An amount was refunded for an order with several lines (R512). */
  'refund-unplaced': letter(
    toStaff,
    { order, refund: z.int(), cents: z.int() },
    ({ order, refund, cents }, say) => ({
      subject: say(m.checkout_staff_refund_subject, { order }),
      blocks: [say(m.checkout_staff_refund_text, { order, refund, amount: say.euro(cents) })],
    }),
  ),
  /** The order's status says refunded, and no refund says how much or for which line (R1304, refunded by hand). */
  'refund-by-hand': letter(toStaff, { order }, ({ order }, say) => ({
    subject: say(m.checkout_staff_by_hand_subject, { order }),
    blocks: [say(m.checkout_staff_by_hand_text, { order })],
  })),
  /** The gifts are free again because the order was not paid in time (R515). */
  'order-released': letter(
    toStaff,
    { order, code: z.string(), waited: z.enum(['checkout', 'payment']) },
    ({ order, code, waited }, say) => ({
      subject: say(m.checkout_staff_released_subject, { order }),
      blocks: [
        say(waited === 'checkout' ? m.checkout_staff_unfinished_text : m.checkout_staff_released_text, {
          order,
          code: formatCode(code),
        }),
      ],
    }),
  ),
  /** A status whose meaning is not known (R508). */
  'order-status-unknown': letter(toStaff, { order, status: z.string() }, ({ order, status }, say) => ({
    subject: say(m.checkout_staff_status_subject, { order, status }),
    blocks: [say(m.checkout_staff_status_text, { order, status })],
  })),
  /** The shop says that the order doesn't exist, so what it counts for is about to be taken away (R1301). */
  'order-gone': letter(toStaff, { order }, ({ order }, say) => ({
    subject: say(m.checkout_staff_gone_subject, { order }),
    blocks: [say(m.checkout_staff_gone_text, { order })],
  })),
  /** A giver withdrew from the contract (R517). */
  withdrawn: letter(toStaff, { order, code: z.string(), at: z.string() }, ({ order, code, at }, say) => ({
    subject: say(m.checkout_staff_withdrawn_subject, { order }),
    blocks: [say(m.checkout_staff_withdrawn_text, { order, code: formatCode(code), time: say.moment(at) })],
  })),
  /** The store ended our access (R1333). */
  'shop-uninstalled': letter(toStaff, {}, (_, say) => ({
    subject: say(m.shop_uninstalled_subject),
    blocks: [say(m.shop_uninstalled_text), say(m.shop_uninstalled_remedy)],
  })),
  /** The store moved a storefront (R1332). */
  'storefront-moved': letter(toStaff, { from: z.string(), to: z.string() }, ({ from, to }, say) => ({
    subject: say(m.shop_moved_subject),
    blocks: [say(m.shop_moved_text, { from, to }), say(m.shop_moved_remedy)],
  })),
}

export const letters: Record<string, Letter> = { ...lettersToPeople, ...lettersToStaff }
