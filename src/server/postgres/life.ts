import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

export type TableName = keyof Tables
type Column<T extends TableName> = keyof Tables[T] & string
/** What some columns are set to, as the driver takes it. */
type Values<T extends TableName> = { [C in Column<T>]?: string | null | RawBuilder<unknown> }

/** Rows that go, or lose what some columns say, so many days (0) after a moment. */
export interface End<T extends TableName> {
  after: Column<T>
  days?: number
  where?: RawBuilder<unknown>
  clears?: Values<T>
}

/** Whose the rows are: an account's, or those of its registries. */
export interface Person<T extends TableName> {
  by: 'customer_id' | 'registry_id'
  /** When the account is erased (R125): the rows go, or these columns get these values. */
  erase?: 'row' | Values<T>
  /**
   * What the file of a person's own data (R123) has of them, under which name, in the order of the first column; nothing of
   * a surprise while it lasts.
   */
  export?: { as: string; columns: readonly Column<T>[] | 'all'; isSurprise?: true }
  /** What else there is to say of whose they are, and of erasing them. */
  more?: string
}

interface Life<T extends TableName> {
  /** The one feature, or the server, that writes the table. */
  owner: string
  /** How long its rows are kept, and why (R943). */
  kept: string
  why: string
  ends?: End<T>[]
  /** Where it takes more than `Person` a sentence: whose the rows are, and what file erases or exports them. */
  person: Person<T> | string
}

const nobody = 'nobody'
const ids = 'ids, sums and dates alone: not erased'
const giver = 'a giver: orders/order-letters.ts clears name, e-mail and messages'

const withRegistry = 'as long as the registry; erased with its owner’s account'
const mirror = { kept: 'as long as the shop has it', why: 'a copy of the shop’s catalogue', person: nobody }
const money = {
  kept: 'always',
  why: 'bookkeeping, and so that a late refund or webhook is still matched',
  person: ids,
}
const derived = { kept: 'as long as what it is made from', why: 'made anew from it', person: nobody }
const searched = 'hosts: goes when their registry is no longer public (registry/search/index-rows.sql.ts)'
const working = { kept: 'always, one row for each name', why: 'working state', person: nobody }
const unsettled = {
  kept: 'until staff or a later reading settle it',
  why: 'money that finds no place',
  person: ids,
}
const countedDay = { kept: 'two years', ends: [{ after: 'day' as const, days: 731 }], person: nobody }
const demonstration = {
  kept: '30 days',
  why: 'of the demonstration',
  ends: [{ after: 'received_at' as const, days: 30 }],
}

/** The giver's e-mail goes when their private link no longer opens. */
const giverEnds = { days: 732, where: sql`giver_email is not null`, clears: { giver_email: null } }

/**
 * The life of every table, in one place: cleaning up (`src/app/retention.ts`), erasing, the file of a person's own data
 * and docs/data-model.md follow it. What needs more than a line does so by a function of its feature.
 */
export const life: { [T in TableName]: Life<T> } = {
  customer: {
    owner: 'account',
    kept: 'until 14 days after its owner asks for deletion; then the row stays without the person',
    why: 'what was given stays counted',
    person: 'an account: account/deletion.ts clears it, account/data-export.ts exports it',
  },
  session: {
    owner: 'account',
    kept: 'until it ends',
    why: 'nobody is signed in by it any more',
    ends: [{ after: 'expires_at' }],
    person: {
      by: 'customer_id',
      erase: 'row',
      export: { as: 'sessions', columns: ['id', 'agent', 'created_at', 'seen_at', 'expires_at'] },
      more: 'staff have such rows, too',
    },
  },
  known_device: {
    owner: 'account',
    kept: '400 days after its last use',
    why: 'it tells a new device from a known one',
    ends: [{ after: 'seen_at', days: 400 }],
    person: { by: 'customer_id', erase: 'row', export: { as: 'devices', columns: ['seen_at'] } },
  },
  email_change: {
    owner: 'account',
    kept: '30 days after it was asked for',
    why: 'the old address can take it back for 6 days',
    ends: [{ after: 'requested_at', days: 30 }],
    person: {
      by: 'customer_id',
      erase: 'row',
      export: {
        as: 'email_changes',
        columns: ['requested_at', 'old_email', 'new_email', 'confirmed_at', 'stopped_at'],
      },
    },
  },
  second_factor: {
    owner: 'account',
    kept: 'until whose it is or other staff remove it, or the account is erased',
    why: 'signing in asks for it',
    person: {
      by: 'customer_id',
      erase: 'row',
      export: { as: 'second_factor', columns: ['added_at'] },
      more: 'staff have such rows, too',
    },
  },
  recovery_code: {
    owner: 'account',
    kept: 'until it is used, or new ones are made',
    why: 'it opens nothing any more',
    person: 'an account or one of the staff: goes with the second factor',
  },
  factor_recovery: {
    owner: 'account',
    kept: 'a day, or until its host stops it',
    why: 'then the second factor goes',
    person: {
      by: 'customer_id',
      export: { as: 'second_factor_removal', columns: ['asked_at', 'due_at'] },
      more: 'goes with the second factor',
    },
  },
  link: {
    owner: 'account',
    kept: '30 days after it expires, or until the account that it is about is erased',
    why: 'a used link says so instead of looking broken, and owners see whom they invited',
    ends: [{ after: 'expires_at', days: 30 }],
    person: 'accounts, co-hosts, staff: account/link.ts deletes those of and to an account that goes',
  },
  category: { owner: 'catalogue', ...mirror },
  category_set: { owner: 'catalogue', ...derived },
  product: { owner: 'catalogue', ...mirror },
  product_text: { owner: 'catalogue', ...mirror },
  product_listing: { owner: 'catalogue', ...derived },
  product_listing_key: { owner: 'catalogue', ...derived },
  variant: { owner: 'catalogue', ...mirror },
  catalogue_sync: { owner: 'catalogue', ...working },
  product_picture: { owner: 'catalogue', ...mirror },
  store_tax: { owner: 'catalogue', kept: 'always, one row', why: 'working state', person: nobody },
  empty_product_search: {
    owner: 'catalogue',
    kept: '90 days after it was last searched for',
    why: 'the shop sees what it lacks',
    ends: [{ after: 'last_at', days: 90 }],
    person: nobody,
  },
  empty_registry_search: {
    owner: 'registry',
    kept: '90 days after its last one',
    why: 'numbers alone, never the words',
    ends: [{ after: 'last_at', days: 90 }],
    person: nobody,
  },
  event_type: { owner: 'registry', kept: 'always', why: 'the shop’s own', person: nobody },
  event_type_text: { owner: 'registry', kept: 'always', why: 'the shop’s own', person: nobody },
  registry: {
    owner: 'registry',
    kept: 'until its owner’s account is erased; then the row stays without names, texts, places and addresses',
    why: 'what was given, and the money, stays counted',
    person:
      'its hosts: registry/account-deletion.ts clears it, or takes a co-host out; account/data-export.ts exports it',
  },
  slug: {
    owner: 'registry',
    kept: withRegistry,
    why: 'printed addresses lead on',
    person: { by: 'registry_id', erase: 'row' },
  },
  page_photo: {
    owner: 'registry',
    kept: withRegistry,
    why: 'the hosts’ photographs of their page',
    person: {
      by: 'registry_id',
      erase: 'row',
      export: { as: 'photos', columns: ['role', 'position', 'large', 'alt'] },
    },
  },
  picture: {
    owner: 'registry',
    kept: 'a day after no registry and no invitation shows it, a year after it was last sent',
    why: 'letters that were sent show it',
    person: 'hosts: the present ones go with the account (registry/photo.ts), replaced ones in their time',
  },
  registry_change: {
    owner: 'registry',
    kept: '2 years',
    why: 'hosts may ask who changed what',
    ends: [{ after: 'at', days: 730 }],
    person: {
      by: 'registry_id',
      erase: 'row',
      export: { as: 'changes', columns: ['at', 'what', 'about'] },
      more: 'registry/account-deletion.ts takes out a co-host who is erased',
    },
  },
  search_word: {
    owner: 'registry',
    kept: 'as long as a registry has it, and up to an hour more',
    why: 'single words of a dictionary, each once for all registries',
    person: searched,
  },
  search_key: { owner: 'registry', ...derived, person: searched },
  search_mention: { owner: 'registry', ...derived, person: searched },
  search_prefix: { owner: 'registry', ...derived, person: searched },
  search_entry: { owner: 'registry', ...derived, person: searched },
  search_lost_word: { owner: 'registry', kept: 'until the next hour', why: 'a queue', person: searched },
  search_index: { owner: 'registry', ...working },
  search_change: {
    owner: 'registry',
    kept: 'until the index that is built has it',
    why: 'a queue',
    person: ids,
  },
  gift: {
    owner: 'gift',
    kept: withRegistry,
    why: 'purchases and money refer to it; its notes are erased with the account',
    person: {
      by: 'registry_id',
      erase: { note: null, modifiers: '[]' },
      export: { as: 'gifts', columns: 'all' },
    },
  },
  handoff: {
    owner: 'checkout',
    kept: 'always; name, e-mail and message of an unpaid one 30 days, the e-mail of a paid one 2 years',
    why: 'a late order is matched by reference and amounts; the giver’s link opens for 2 years',
    ends: [{ after: 'created_at', ...giverEnds }],
    person: `${giver}; account/data-export.ts exports it`,
  },
  handoff_line: {
    owner: 'checkout',
    kept: 'always; the message of an unpaid one 30 days',
    why: 'a late order is matched by it',
    person: `${giver}; account/data-export.ts exports it`,
  },
  reservation_log: {
    owner: 'checkout',
    kept: '2 days',
    why: 'limits of reservations are counted by it',
    person: 'a giver, by keyed digests: not erased',
  },
  former_cart: { owner: 'checkout', kept: 'always', why: 'a late order may be of that cart', person: ids },
  restore_point: {
    owner: 'orders',
    kept: 'always, one row for each restore',
    why: 'a late order may be of a hand-off that was lost',
    person: nobody,
  },
  reconcile_run: {
    owner: 'orders',
    kept: 'until the next one begins',
    why: 'a look that was stopped goes on',
    person: nobody,
  },
  reconcile_finding: {
    owner: 'orders',
    kept: 'as long as its run',
    why: 'what is wrong is told at the end',
    person: ids,
  },
  purchase: {
    owner: 'orders',
    kept: 'always; name, e-mail and message 30 days after it came to nothing, the e-mail of others 2 years',
    why: 'money is counted by it; hosts thank by name; the giver’s link opens for 2 years',
    ends: [{ after: 'ordered_at', ...giverEnds }],
    person: `${giver}; account/data-export.ts exports it to the host, unless it is a surprise`,
  },
  recredit_queue: { owner: 'orders', kept: 'until it is done', why: 'a queue', person: ids },
  order_sync: {
    owner: 'orders',
    kept: 'always; notes lose names and addresses when a host is erased, in the shop as well',
    why: 'readings of an order are put in order by it',
    person: 'hosts, in notes for the shop’s staff: orders/notes.ts takes them out',
  },
  order_payment: { owner: 'orders', ...money },
  refund_placement: { owner: 'orders', ...money },
  unmatched_line: { owner: 'orders', ...unsettled },
  line_placement: { owner: 'orders', ...money },
  freed_unit: { owner: 'orders', ...money },
  till_receipt: {
    owner: 'orders',
    ...money,
    person: 'a registry, by ids: not erased; account/data-export.ts exports its number',
  },
  unplaced_refund: { owner: 'orders', ...unsettled },
  delivery: { owner: 'orders', kept: 'always', why: 'hosts see what is on its way', person: ids },
  sleeping_webhook: {
    owner: 'orders',
    kept: 'until it is repaired, one row for each event',
    why: 'working state',
    person: nobody,
  },
  webhook_event: {
    owner: 'orders',
    kept: '30 days after it was processed, else 90',
    why: 'the shop repeats an event for 2 days; the rest is for looking into faults',
    ends: [
      { after: 'processed_at', days: 30 },
      { after: 'received_at', days: 90 },
    ],
    person: ids,
  },
  unreadable_row: {
    owner: 'orders',
    kept: 'until it can be read, else 30 days after it was last seen',
    why: 'staff see what was set aside',
    ends: [{ after: 'last_seen_at', days: 30 }],
    person: ids,
  },
  store_state: {
    owner: 'orders',
    kept: 'one row for each store',
    why: 'where its storefronts are now, and whether it ended our access',
    person: nobody,
  },
  job_cursor: { owner: 'orders', ...working },
  ledger: {
    owner: 'orders',
    ...money,
    person: {
      by: 'registry_id',
      export: { as: 'ledger', columns: ['created_at', 'gift_id', 'kind', 'cents'], isSurprise: true },
      more: 'ids and sums alone, not erased',
    },
  },
  line_certificate: {
    owner: 'money',
    kept: 'always; the buyer’s name and e-mail until the gift card is made, or nothing of it is left',
    why: money.why,
    person: 'a buyer: cleared once the card is made (money/line-certificate.ts), not with an account',
  },
  payout: {
    owner: 'money',
    kept: 'always; the payee’s name until the account is erased',
    why: money.why,
    person: {
      by: 'registry_id',
      erase: { to_name: '', to_surname: '', modifiers: '[]' },
      export: {
        as: 'payouts',
        columns: [
          'created_at',
          'method',
          'reason',
          'cents',
          'code',
          'gift_id',
          'units',
          'to_name',
          'to_surname',
          'expires_on',
          'state',
          'balance_cents',
          'done_at',
        ],
        isSurprise: true,
      },
    },
  },
  certificate_lowering: { owner: 'money', ...money },
  transfer: { owner: 'money', ...money },
  returned_unit: {
    owner: 'money',
    ...money,
    person: {
      by: 'registry_id',
      export: { as: 'returned', columns: ['returned_at', 'gift_id', 'units', 'cents'], isSurprise: true },
      more: 'ids and sums alone, not erased',
    },
  },
  closing: { owner: 'money', ...money },
  late_money: {
    owner: 'money',
    kept: 'until nothing is left in the closed registry',
    why: 'late money is found by it',
    person: ids,
  },
  money_held: { owner: 'money', kept: 'one row', why: 'a sum for watching', person: nobody },
  ledger_day: { owner: 'money', ...derived },
  closing_notice: {
    owner: 'money',
    kept: 'a year after the day',
    why: 'no reminder comes twice',
    ends: [{ after: 'day', days: 366 }],
    person: ids,
  },
  negative_balance: { owner: 'money', ...money },
  unclaimed_money: {
    owner: 'money',
    kept: 'until the e-mail is confirmed or the money is gone',
    why: 'who was reminded how often',
    person: ids,
  },
  storefront_token: {
    owner: 'site',
    kept: 'until a newer one replaces it, one row for each channel',
    why: 'the shop is read with it; encrypted',
    person: nobody,
  },
  contact_message: {
    owner: 'site',
    kept: '30 days',
    why: 'staff see who waits for an answer',
    ends: [{ after: 'created_at', days: 30 }],
    person: 'who wrote it: site/contact.ts deletes it by its e-mail, console/person.ts exports it',
  },
  staff_person: {
    owner: 'console',
    kept: 'always; one who has left signs in no more',
    why: 'the audit says who did what',
    person: 'one of the staff: not erased',
  },
  staff_audit: {
    owner: 'console',
    kept: 'always; nobody can change or delete it',
    why: 'who did what to whose registry',
    person: 'hosts and staff, by ids: not erased',
  },
  staff_note: {
    owner: 'console',
    kept: 'until the account of its owner is erased',
    why: 'staff know what was agreed with the hosts',
    person: { by: 'registry_id', erase: 'row' },
  },
  staff_work: {
    owner: 'console',
    kept: '2 years after its last change; what it says of a registry until the account of its owner is erased',
    why: 'what was done stays done as long as its cause is there',
    ends: [{ after: 'changed_at', days: 730 }],
    person: { by: 'registry_id', erase: { note: null } },
  },
  staff_money_act: {
    owner: 'console',
    kept: '90 days; what it says in words until it is decided, and until the account of its host is erased',
    why: 'sums of 30 days are counted from it',
    ends: [{ after: 'at', days: 90, where: sql`state <> 'waiting'` }],
    person: {
      by: 'registry_id',
      erase: {
        mailbox: null,
        input: null,
        before: null,
        after: null,
        reason: null,
        version: null,
        state: sql`case when state = 'waiting' then 'stopped' else state end`,
      },
      more: 'the mailbox of a buyer without a registry is not erased',
    },
  },
  demand_build: { owner: 'console', kept: 'always, one row', why: 'working state', person: nobody },
  demand_count: { owner: 'console', ...derived },
  demand_line: { owner: 'console', ...derived },
  demand_month_line: { owner: 'console', ...derived },
  overview_day: { owner: 'console', ...countedDay, why: 'the overview of the console' },
  overview_count: {
    owner: 'console',
    ...countedDay,
    why: 'so that each day is counted again while it may change',
  },
  registry_view_day: { owner: 'console', ...countedDay, why: 'a count for each day' },
  product_swap: { owner: 'console', kept: 'always', why: 'a count for each product', person: nobody },
  staff_search_entry: {
    owner: 'console',
    kept: 'as long as the registry, the account or the giver’s hand-off has these names',
    why: 'staff find them',
    person: 'hosts and givers: console/search.sql.ts makes it anew when a name is erased',
  },
  staff_search_change: {
    owner: 'console',
    kept: 'until the next look, some seconds',
    why: 'the search of the staff follows',
    person: ids,
  },
  staff_audit_value: {
    owner: 'console',
    kept: '5 years; what was there before and after, and why, goes with the account of its host',
    why: 'claims end after five years',
    person: 'hosts, givers, staff: console/audit.sql.ts clears what it says of an erased host or giver',
  },
  share_picture: {
    owner: 'invitation',
    kept: '28 days',
    why: 'drawn anew when it is needed; hosts’ photos are not kept',
    ends: [{ after: 'created_at', days: 28 }],
    person: { by: 'registry_id', erase: 'row' },
  },
  invitation_content: {
    owner: 'invitation',
    kept: withRegistry,
    why: 'the hosts’ invitation',
    person: {
      by: 'registry_id',
      export: { as: 'invitation', columns: 'all' },
      more: 'invitation/guests.ts deletes it with the account',
    },
  },
  event_details: {
    owner: 'invitation',
    kept: withRegistry,
    why: 'what the hosts tell the invited of the day',
    person: { by: 'registry_id', erase: 'row', export: { as: 'event_details', columns: 'all' } },
  },
  guest: {
    owner: 'invitation',
    kept: '12 months after the event, 30 days after the host deleted the registry; the host is told 30 days before',
    why: 'hosts thank their guests; later nobody needs the list',
    person: {
      by: 'registry_id',
      erase: 'row',
      export: { as: 'guests', columns: 'all' },
      more: 'invitation/guests.ts deletes a guest by their e-mail',
    },
  },
  invitation: {
    owner: 'invitation',
    kept: 'as long as the guest',
    why: 'the list shows who was invited',
    person: 'a guest: goes with their row',
  },
  invitation_email: {
    owner: 'invitation',
    kept: '30 days',
    why: 'limits of a day are counted by it',
    ends: [{ after: 'sent_at', days: 30 }],
    person: 'an account, by its id: not erased',
  },
  guest_list_notice: {
    owner: 'invitation',
    kept: 'until the guest list is gone',
    why: 'hosts are told before it goes',
    person: ids,
  },
  email_suppression: {
    owner: 'invitation',
    kept: 'always',
    why: 'whoever wants no invitations never gets one again',
    person: 'whoever was invited, by a keyed digest: not erased',
  },
  schema_break: {
    owner: 'server',
    kept: 'always',
    why: 'an older release may be started again',
    person: nobody,
  },
  rate_limit: {
    owner: 'server',
    kept: '8 days',
    why: 'no limit counts longer',
    ends: [{ after: 'window_start', days: 8 }],
    person: 'whoever is counted, by digests: not erased',
  },
  security_event: {
    owner: 'server',
    kept: '365 days',
    why: 'attacks are often noticed months later',
    ends: [{ after: 'window_start', days: 365 }],
    person: {
      by: 'customer_id',
      export: { as: 'security', columns: ['first_at', 'last_at', 'kind', 'about', 'cents', 'count'] },
      more: 'ids and keyed digests alone, not erased',
    },
  },
  outbox: {
    owner: 'server',
    kept: 'recipient, sender and contents 30 days (contents until it is sent), the cause 2 years',
    why: 'limits and complaints about delivery; no letter about one cause is sent twice',
    ends: [
      {
        after: 'created_at',
        days: 30,
        where: sql`state <> 'waiting' and recipient <> ''`,
        clears: {
          recipient: '',
          props: '{}',
          error: null,
          recipient_key: null,
          sender_id: null,
          sender_address: null,
        },
      },
      { after: 'created_at', days: 730, where: sql`state <> 'waiting'` },
    ],
    person:
      'recipients, and whom it tells of: server/email/outbox.ts deletes it or clears the giver; account/data-export.ts exports those to a confirmed e-mail, without contents',
  },
  lease: { owner: 'server', ...working },
  job_run: { owner: 'server', ...working },
  mailbox: {
    owner: 'server',
    ...demonstration,
    person: 'recipients: server/email/outbox.ts deletes those to an account that goes',
  },
  text_message: {
    owner: 'server',
    ...demonstration,
    person: 'recipients: not erased with an account',
  },
}
