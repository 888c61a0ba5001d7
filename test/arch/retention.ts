/** How long the rows of a table are kept, and why (R943). A new table gets its line here; docs/data-model.md shows it. */
export type Retention = Record<string, { kept: string; why: string }>

const withRegistry = 'as long as the registry; erased with its owner’s account'
const mirror = { kept: 'as long as the shop has it', why: 'a copy of the shop’s catalogue, no people' }
const money = { kept: 'always', why: 'bookkeeping, and so that a late refund or webhook is still matched' }
const derived = { kept: 'as long as what it is made from', why: 'made anew from it' }
const working = { kept: 'always, one row for each name', why: 'working state, no people' }

export const retention: Retention = {
  customer: {
    kept: 'until 14 days after its owner asks for deletion; then the row stays without the person',
    why: 'what was given stays counted',
  },
  session: { kept: 'until it ends', why: 'nobody is signed in by it any more' },
  known_device: { kept: '400 days after its last use', why: 'it tells a new device from a known one' },
  email_change: {
    kept: '30 days after it was asked for',
    why: 'the old address can take it back for 6 days',
  },
  second_factor: {
    kept: 'until its host or staff remove it, or the account is erased',
    why: 'signing in asks for it',
  },
  recovery_code: { kept: 'until it is used, or new ones are made', why: 'it opens nothing any more' },
  factor_recovery: { kept: 'a day, or until its host stops it', why: 'then the second factor goes' },
  password_reset: { kept: 'until it expires (60 minutes) or is used', why: 'it opens nothing any more' },
  sign_in_link: { kept: 'until it expires (60 minutes) or is used', why: 'it opens nothing any more' },
  email_confirmation: {
    kept: '30 days after it expires',
    why: 'a used link says so instead of looking broken',
  },

  category: mirror,
  category_set: derived,
  product: mirror,
  product_text: mirror,
  product_listing: derived,
  product_listing_key: derived,
  variant: mirror,
  catalogue_sync: working,
  product_picture: mirror,
  store_tax: { kept: 'always, one row', why: 'working state, no people' },

  event_type: { kept: 'always', why: 'the shop’s own, no people' },
  event_type_text: { kept: 'always', why: 'the shop’s own, no people' },
  registry: {
    kept: 'until its owner’s account is erased; then the row stays without names, texts, places and addresses',
    why: 'what was given, and the money, stays counted',
  },
  slug: { kept: withRegistry, why: 'printed addresses lead on' },
  picture: { kept: 'a day after no registry shows it', why: 'nobody sees it any more' },
  registry_change: { kept: '2 years', why: 'hosts may ask who changed what' },
  co_host_invitation: { kept: '30 days after it expires', why: 'the owner sees that it was not accepted' },
  search_word: {
    kept: 'always',
    why: 'single words of a dictionary, tied to nobody once no registry has them',
  },
  search_key: derived,
  search_mention: derived,
  search_prefix: derived,
  search_entry: derived,
  search_index: working,
  search_change: { kept: 'until the index that is built has it', why: 'a queue' },

  gift: { kept: withRegistry, why: 'purchases and money refer to it; its notes are erased with the account' },

  handoff: {
    kept: 'always; name, e-mail and message of an unpaid one 30 days, the e-mail of a paid one 2 years',
    why: 'a late order is matched by reference and amounts; the giver’s link opens for 2 years',
  },
  handoff_line: {
    kept: 'always; the message of an unpaid one 30 days',
    why: 'a late order is matched by it',
  },
  former_cart: { kept: 'always', why: 'a late order may be of that cart; no people' },
  reconcile_run: { kept: 'until the next one begins', why: 'a look that was stopped goes on' },
  reconcile_finding: { kept: 'as long as its run', why: 'what is wrong is told at the end; ids alone' },
  restore_point: {
    kept: 'always, one row for each restore',
    why: 'a late order may be of a hand-off that was lost',
  },
  reservation_log: { kept: '2 days', why: 'limits of reservations are counted by it' },
  purchase: {
    kept: 'always; name, e-mail and message 30 days after it came to nothing, the e-mail of others 2 years',
    why: 'money is counted by it; hosts thank by name; the giver’s link opens for 2 years',
  },
  recredit_queue: { kept: 'until it is done', why: 'a queue' },
  order_sync: {
    kept: 'always; notes lose names and addresses when a host is erased, in the shop as well',
    why: 'readings of an order are put in order by it',
  },
  order_payment: money,
  refund_placement: money,
  line_placement: money,
  till_receipt: money,
  unmatched_line: { kept: 'until staff or a later reading settle it', why: 'money that finds no place' },
  unplaced_refund: { kept: 'until staff or a later reading settle it', why: 'money that finds no place' },
  delivery: { kept: 'always, without people', why: 'hosts see what is on its way' },
  sleeping_webhook: { kept: 'until it is repaired, one row for each event', why: 'working state, no people' },
  webhook_event: {
    kept: '30 days after it was processed, else 90',
    why: 'the shop repeats an event for 2 days; the rest is for looking into faults',
  },
  store_state: {
    kept: 'one row for each store',
    why: 'where its storefronts are now, and whether it ended our access; no people',
  },
  unreadable_row: {
    kept: 'until it can be read, else 30 days after it was last seen',
    why: 'staff see what was set aside; ids and fields alone',
  },
  storefront_token: {
    kept: 'until a newer one replaces it, one row for each channel',
    why: 'the shop is read with it; encrypted, no people',
  },
  contact_message: { kept: '30 days', why: 'staff see who waits for an answer' },
  schema_break: { kept: 'always', why: 'an older release may be started again' },
  lease: working,
  job_run: working,
  job_cursor: working,
  ledger: money,
  ledger_day: derived,

  payout: {
    kept: 'always; the payee’s name and e-mail until the account is erased',
    why: money.why,
  },
  transfer: money,
  returned_unit: money,
  freed_unit: money,
  closing: money,
  closing_notice: { kept: 'a year after the day', why: 'no reminder comes twice' },
  unclaimed_money: {
    kept: 'until the e-mail is confirmed or the money is gone',
    why: 'who was reminded how often',
  },
  money_held: { kept: 'one row', why: 'a sum for watching, no people' },
  late_money: { kept: 'until nothing is left in the closed registry', why: 'late money is found by it' },
  negative_balance: money,
  certificate_lowering: money,
  line_certificate: {
    kept: 'always; the buyer’s name and e-mail until the gift card is made, or nothing of it is left',
    why: money.why,
  },

  staff_person: {
    kept: 'always; one who has left signs in no more',
    why: 'the audit says who did what',
  },
  staff_invitation: { kept: 'until it expires (48 hours) or is used', why: 'it opens nothing any more' },
  staff_recovery_code: { kept: 'until it is used, or new ones are made', why: 'it opens nothing any more' },
  staff_session: { kept: 'until it ends', why: 'nobody is signed in by it any more' },
  staff_note: {
    kept: 'until the account of its owner is erased',
    why: 'staff know what was agreed with the hosts',
  },
  demand_build: { kept: 'always, one row', why: 'working state, no people' },
  demand_count: derived,
  demand_line: derived,
  demand_month_line: derived,
  product_swap: { kept: 'always', why: 'a count for each product, no people' },
  empty_product_search: {
    kept: '90 days after it was last searched for',
    why: 'the shop sees what it lacks; no people',
  },
  empty_registry_search: { kept: '90 days after its last one', why: 'numbers alone, never the words' },
  staff_work: {
    kept: '2 years after its last change; what it says of a registry until the account of its owner is erased',
    why: 'what was done stays done as long as its cause is there',
  },
  staff_money_act: {
    kept: '90 days; what it says in words until it is decided, and until the account of its host is erased',
    why: 'sums of 30 days are counted from it',
  },
  staff_search_entry: {
    kept: 'as long as the registry, the account or the giver’s hand-off has these names',
    why: 'staff find them',
  },
  staff_search_change: { kept: 'until the next look, some seconds', why: 'the search of the staff follows' },
  staff_audit: {
    kept: 'always; nobody can change or delete it',
    why: 'who did what to whose registry; ids alone',
  },
  staff_audit_value: {
    kept: '5 years; what was there before and after, and why, goes with the account of its host',
    why: 'claims end after five years',
  },

  share_picture: { kept: '28 days', why: 'drawn anew when it is needed' },
  invitation_content: { kept: withRegistry, why: 'the hosts’ invitation' },
  invitation_picture: {
    kept: 'a day after no invitation uses it, a year after it was last sent',
    why: 'letters that were sent show it',
  },
  guest: {
    kept: '12 months after the event, 30 days after the host deleted the registry; the host is told 30 days before',
    why: 'hosts thank their guests; later nobody needs the list',
  },
  invitation: { kept: 'as long as the guest', why: 'the list shows who was invited' },
  invitation_email: { kept: '30 days', why: 'limits of a day are counted by it' },
  guest_list_notice: { kept: 'until the guest list is gone', why: 'hosts are told before it goes' },
  email_suppression: {
    kept: 'always',
    why: 'whoever wants no invitations never gets one again; a keyed digest, the address itself is not kept',
  },

  rate_limit: { kept: '8 days', why: 'no limit counts longer; keys are digests' },
  security_event: {
    kept: '365 days',
    why: 'attacks are often noticed months later; ids and keyed digests alone',
  },
  outbox: {
    kept: 'recipient, sender and contents 30 days (contents until it is sent), the cause 2 years',
    why: 'limits and complaints about delivery; no letter about one cause is sent twice',
  },
  mailbox: { kept: '30 days', why: 'of the demonstration' },
  text_message: { kept: '30 days', why: 'of the demonstration' },
}
