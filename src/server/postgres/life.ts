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
}

interface Life<T extends TableName> {
  /** The one feature, or the server, that writes the table. */
  owner: string
  /** How long its rows are kept, and why (R943). */
  kept: string
  why: string
  ends?: End<T>[]
  person?: Person<T>
}

const withRegistry = 'as long as the registry; erased with its owner’s account'
const mirror = { kept: 'as long as the shop has it', why: 'a copy of the shop’s catalogue, no people' }
const money = { kept: 'always', why: 'bookkeeping, and so that a late refund or webhook is still matched' }
const derived = { kept: 'as long as what it is made from', why: 'made anew from it' }
const working = { kept: 'always, one row for each name', why: 'working state, no people' }

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
    person: { by: 'customer_id', erase: 'row', export: { as: 'second_factor', columns: ['added_at'] } },
  },
  recovery_code: {
    owner: 'account',
    kept: 'until it is used, or new ones are made',
    why: 'it opens nothing any more',
  },
  factor_recovery: {
    owner: 'account',
    kept: 'a day, or until its host stops it',
    why: 'then the second factor goes',
    person: { by: 'customer_id', export: { as: 'second_factor_removal', columns: ['asked_at', 'due_at'] } },
  },
  link: {
    owner: 'account',
    kept: '30 days after it expires, or until the account that it is about is erased',
    why: 'a used link says so instead of looking broken, and owners see whom they invited',
    ends: [{ after: 'expires_at', days: 30 }],
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
  store_tax: { owner: 'catalogue', kept: 'always, one row', why: 'working state, no people' },
  empty_product_search: {
    owner: 'catalogue',
    kept: '90 days after it was last searched for',
    why: 'the shop sees what it lacks; no people',
    ends: [{ after: 'last_at', days: 90 }],
  },
  empty_registry_search: {
    owner: 'registry',
    kept: '90 days after its last one',
    why: 'numbers alone, never the words',
    ends: [{ after: 'last_at', days: 90 }],
  },
  event_type: { owner: 'registry', kept: 'always', why: 'the shop’s own, no people' },
  event_type_text: { owner: 'registry', kept: 'always', why: 'the shop’s own, no people' },
  registry: {
    owner: 'registry',
    kept: 'until its owner’s account is erased; then the row stays without names, texts, places and addresses',
    why: 'what was given, and the money, stays counted',
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
  },
  registry_change: {
    owner: 'registry',
    kept: '2 years',
    why: 'hosts may ask who changed what',
    ends: [{ after: 'at', days: 730 }],
    person: { by: 'registry_id', erase: 'row', export: { as: 'changes', columns: ['at', 'what', 'about'] } },
  },
  search_word: {
    owner: 'registry',
    kept: 'as long as a registry has it, and up to an hour more',
    why: 'single words of a dictionary, each once for all registries',
  },
  search_key: { owner: 'registry', ...derived },
  search_mention: { owner: 'registry', ...derived },
  search_prefix: { owner: 'registry', ...derived },
  search_entry: { owner: 'registry', ...derived },
  search_lost_word: { owner: 'registry', kept: 'until the next hour', why: 'a queue' },
  search_index: { owner: 'registry', ...working },
  search_change: { owner: 'registry', kept: 'until the index that is built has it', why: 'a queue' },
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
  },
  handoff_line: {
    owner: 'checkout',
    kept: 'always; the message of an unpaid one 30 days',
    why: 'a late order is matched by it',
  },
  reservation_log: { owner: 'checkout', kept: '2 days', why: 'limits of reservations are counted by it' },
  former_cart: { owner: 'checkout', kept: 'always', why: 'a late order may be of that cart; no people' },
  restore_point: {
    owner: 'orders',
    kept: 'always, one row for each restore',
    why: 'a late order may be of a hand-off that was lost',
  },
  reconcile_run: {
    owner: 'orders',
    kept: 'until the next one begins',
    why: 'a look that was stopped goes on',
  },
  reconcile_finding: {
    owner: 'orders',
    kept: 'as long as its run',
    why: 'what is wrong is told at the end; ids alone',
  },
  purchase: {
    owner: 'orders',
    kept: 'always; name, e-mail and message 30 days after it came to nothing, the e-mail of others 2 years',
    why: 'money is counted by it; hosts thank by name; the giver’s link opens for 2 years',
    ends: [{ after: 'ordered_at', ...giverEnds }],
  },
  recredit_queue: { owner: 'orders', kept: 'until it is done', why: 'a queue' },
  order_sync: {
    owner: 'orders',
    kept: 'always; notes lose names and addresses when a host is erased, in the shop as well',
    why: 'readings of an order are put in order by it',
  },
  order_payment: { owner: 'orders', ...money },
  refund_placement: { owner: 'orders', ...money },
  unmatched_line: {
    owner: 'orders',
    kept: 'until staff or a later reading settle it',
    why: 'money that finds no place',
  },
  line_placement: { owner: 'orders', ...money },
  freed_unit: { owner: 'orders', ...money },
  till_receipt: { owner: 'orders', ...money },
  unplaced_refund: {
    owner: 'orders',
    kept: 'until staff or a later reading settle it',
    why: 'money that finds no place',
  },
  delivery: { owner: 'orders', kept: 'always, without people', why: 'hosts see what is on its way' },
  sleeping_webhook: {
    owner: 'orders',
    kept: 'until it is repaired, one row for each event',
    why: 'working state, no people',
  },
  webhook_event: {
    owner: 'orders',
    kept: '30 days after it was processed, else 90',
    why: 'the shop repeats an event for 2 days; the rest is for looking into faults',
    ends: [
      { after: 'processed_at', days: 30 },
      { after: 'received_at', days: 90 },
    ],
  },
  unreadable_row: {
    owner: 'orders',
    kept: 'until it can be read, else 30 days after it was last seen',
    why: 'staff see what was set aside; ids and fields alone',
    ends: [{ after: 'last_seen_at', days: 30 }],
  },
  store_state: {
    owner: 'orders',
    kept: 'one row for each store',
    why: 'where its storefronts are now, and whether it ended our access; no people',
  },
  job_cursor: { owner: 'orders', ...working },
  ledger: {
    owner: 'orders',
    ...money,
    person: {
      by: 'registry_id',
      export: { as: 'ledger', columns: ['created_at', 'gift_id', 'kind', 'cents'], isSurprise: true },
    },
  },
  line_certificate: {
    owner: 'money',
    kept: 'always; the buyer’s name and e-mail until the gift card is made, or nothing of it is left',
    why: money.why,
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
    },
  },
  closing: { owner: 'money', ...money },
  late_money: {
    owner: 'money',
    kept: 'until nothing is left in the closed registry',
    why: 'late money is found by it',
  },
  money_held: { owner: 'money', kept: 'one row', why: 'a sum for watching, no people' },
  ledger_day: { owner: 'money', ...derived },
  closing_notice: {
    owner: 'money',
    kept: 'a year after the day',
    why: 'no reminder comes twice',
    ends: [{ after: 'day', days: 366 }],
  },
  negative_balance: { owner: 'money', ...money },
  unclaimed_money: {
    owner: 'money',
    kept: 'until the e-mail is confirmed or the money is gone',
    why: 'who was reminded how often',
  },
  storefront_token: {
    owner: 'site',
    kept: 'until a newer one replaces it, one row for each channel',
    why: 'the shop is read with it; encrypted, no people',
  },
  contact_message: {
    owner: 'site',
    kept: '30 days',
    why: 'staff see who waits for an answer',
    ends: [{ after: 'created_at', days: 30 }],
  },
  staff_person: {
    owner: 'console',
    kept: 'always; one who has left signs in no more',
    why: 'the audit says who did what',
  },
  staff_audit: {
    owner: 'console',
    kept: 'always; nobody can change or delete it',
    why: 'who did what to whose registry; ids alone',
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
    },
  },
  demand_build: { owner: 'console', kept: 'always, one row', why: 'working state, no people' },
  demand_count: { owner: 'console', ...derived },
  demand_line: { owner: 'console', ...derived },
  demand_month_line: { owner: 'console', ...derived },
  overview_day: {
    owner: 'console',
    kept: 'two years',
    why: 'the overview of the console; no people',
    ends: [{ after: 'day', days: 731 }],
  },
  overview_count: {
    owner: 'console',
    kept: 'two years',
    why: 'so that each day is counted again while it may change',
    ends: [{ after: 'day', days: 731 }],
  },
  registry_view_day: {
    owner: 'console',
    kept: 'two years',
    why: 'a count for each day, no people',
    ends: [{ after: 'day', days: 731 }],
  },
  product_swap: { owner: 'console', kept: 'always', why: 'a count for each product, no people' },
  staff_search_entry: {
    owner: 'console',
    kept: 'as long as the registry, the account or the giver’s hand-off has these names',
    why: 'staff find them',
  },
  staff_search_change: {
    owner: 'console',
    kept: 'until the next look, some seconds',
    why: 'the search of the staff follows',
  },
  staff_audit_value: {
    owner: 'console',
    kept: '5 years; what was there before and after, and why, goes with the account of its host',
    why: 'claims end after five years',
  },
  share_picture: {
    owner: 'invitation',
    kept: '28 days',
    why: 'drawn anew when it is needed; hosts’ photos are not kept',
    ends: [{ after: 'created_at', days: 28 }],
  },
  invitation_content: {
    owner: 'invitation',
    kept: withRegistry,
    why: 'the hosts’ invitation',
    person: { by: 'registry_id', export: { as: 'invitation', columns: 'all' } },
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
    person: { by: 'registry_id', erase: 'row', export: { as: 'guests', columns: 'all' } },
  },
  invitation: { owner: 'invitation', kept: 'as long as the guest', why: 'the list shows who was invited' },
  invitation_email: {
    owner: 'invitation',
    kept: '30 days',
    why: 'limits of a day are counted by it',
    ends: [{ after: 'sent_at', days: 30 }],
  },
  guest_list_notice: {
    owner: 'invitation',
    kept: 'until the guest list is gone',
    why: 'hosts are told before it goes',
  },
  email_suppression: {
    owner: 'invitation',
    kept: 'always',
    why: 'whoever wants no invitations never gets one again; a keyed digest, the address itself is not kept',
  },
  schema_break: { owner: 'server', kept: 'always', why: 'an older release may be started again' },
  rate_limit: {
    owner: 'server',
    kept: '8 days',
    why: 'no limit counts longer; keys are digests',
    ends: [{ after: 'window_start', days: 8 }],
  },
  security_event: {
    owner: 'server',
    kept: '365 days',
    why: 'attacks are often noticed months later; ids and keyed digests alone',
    ends: [{ after: 'window_start', days: 365 }],
    person: {
      by: 'customer_id',
      export: { as: 'security', columns: ['first_at', 'last_at', 'kind', 'about', 'cents', 'count'] },
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
  },
  lease: { owner: 'server', ...working },
  job_run: { owner: 'server', ...working },
  mailbox: {
    owner: 'server',
    kept: '30 days',
    why: 'of the demonstration',
    ends: [{ after: 'received_at', days: 30 }],
  },
  text_message: {
    owner: 'server',
    kept: '30 days',
    why: 'of the demonstration',
    ends: [{ after: 'received_at', days: 30 }],
  },
}
