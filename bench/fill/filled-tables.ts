/** How much is filled, and when. */
export interface FillSize {
  registries: number
  /** In each registry; a quarter of them is bought. */
  gifts: number
  now: Date
}

/** Ids of what was filled begin here; what the product has made itself is below. */
export const firstId = 1_000_000
const firstOrder = 10_000_000
const guestsOfRegistry = 8

export const purchasesOf = ({ gifts }: FillSize): number => Math.ceil(gifts / 4)

/**
 * What fills each table for the registries `r` of a slice, one `insert` each: events from a thousand days ago to some
 * months ahead, those in the past closed and paid out, nothing left for the clock to do; one in ten was given nothing. `registry` and `customer`, which
 * need names, are filled before.
 */
export function filledTables(size: FillSize, from: number, to: number): string[] {
  const { gifts } = size
  const purchases = purchasesOf(size)
  const now = `'${size.now.toISOString()}'::timestamptz`
  const registries = `
    (select registry.*, registry.id - ${firstId} as r, closing_day < (${now})::date as is_closed
      from registry where id between ${firstId + from} and ${firstId + to}) registry`
  const hasOrders = 'r % 10 <> 3'
  const orders = `
    (select registry.*, n, r::bigint * ${purchases} + n as o,
        least(${now} - interval '1 day' - n * interval '1 hour', event_day - interval '20 days' + n * interval '1 day') as at
      from ${registries}, generate_series(1, ${purchases}) n where ${hasOrders}) one`
  const giftId = `${firstId}::bigint * 1000 + r * ${gifts} + n`
  const orderId = `${firstOrder} + o`
  const handoffId = `${firstId}::bigint * 1000 + o`
  const cents = '2000 + 100 * n'
  const isGroup = 'n = 1'
  return [
    `gift (id, registry_id, product_id, variant_id, sku, quantity, is_group, price_cents, selected_options, must_have,
       position, created_at)
     select ${giftId}, id, 900000 + n, 0, 'FILLED-' || n, case when ${isGroup} then 1 else 2 end, ${isGroup}, ${cents} * 2,
       '[]', n % 10 = 0, n, created_at from ${registries}, generate_series(1, ${gifts}) n`,
    `handoff (id, reference, idempotency_key, fingerprint, registry_id, language, channel_id, giver_name, giver_email,
       visibility, message, cart_id, state, created_at, reserved_until)
     select ${handoffId}, 'F' || o, 'F' || o, md5(o::text), id, 'el', 1, 'Σοφία Δοκιμή',
       case when at > ${now} - interval '2 years' then 'giver' || o || '@filled.example' end, 'full',
       'Να ζήσετε ευτυχισμένοι, με υγεία και χαρά!', 'filled-' || o, 'ordered', at, at + interval '30 minutes'
     from ${orders}`,
    `handoff_line (handoff_id, registry_id, gift_id, kind, product_id, variant_id, units, cents)
     select ${handoffId}, id, ${giftId}, (case when ${isGroup} then 'contribution' else 'units' end)::line_kind, 900000 + n, 0, 1, ${cents}
     from ${orders}`,
    `purchase (order_id, line_id, registry_id, gift_id, handoff_id, kind, state, units, cents, credited_units,
       credited_cents, giver_name, giver_email, visibility, message, ordered_at, changed_at)
     select ${orderId}, 1, id, ${giftId}, ${handoffId}, (case when ${isGroup} then 'contribution' else 'units' end)::line_kind, 'paid', 1,
       ${cents}, 1, ${cents}, 'Σοφία Δοκιμή',
       case when at > ${now} - interval '2 years' then 'giver' || o || '@filled.example' end, 'full',
       'Να ζήσετε ευτυχισμένοι, με υγεία και χαρά!', at, at from ${orders}`,
    `ledger (registry_id, gift_id, order_id, line_id, kind, account, cents, cause, created_at)
     select id, ${giftId}, ${orderId}, 1, (case when ${isGroup} then 'contribution' else 'gift' end)::ledger_kind,
       (case when ${isGroup} then 'gift' else 'goods' end)::ledger_account, ${cents}, 'filled ' || o, at from ${orders}`,
    `order_sync (order_id, version, shop_changed_at) select ${orderId}, 1, at from ${orders}`,
    `order_payment (order_id, status, method, is_paid, paid_at, first_paid_at)
     select ${orderId}, 'captured', 'card', true, at, at from ${orders}`,
    `webhook_event (id, scope, subject, received_at, processed_at)
     select 'filled ' || o, 'store/order/updated', (${orderId})::text, at, at from ${orders}
     where at > ${now} - interval '30 days'`,
    `closing (registry_id, number, day, cents, created_at, due_at, settled_at)
     select id, 1, closing_day, case when ${hasOrders} then 2100 else 0 end, closing_day, closing_day, closing_day
     from ${registries} where is_closed`,
    `payout (id, registry_id, method, reason, closing_number, idempotency_key, fingerprint, cents, code, language, to_name,
       to_surname, state, next_attempt_at, shop_id, created_at, done_at)
     select id, id, 'certificate', 'closing', 1, 'closing:1', '', 2100, 'F' || id, 'el', name, surname,
       'done', closing_day, r, closing_day, closing_day
     from ${registries} where is_closed and ${hasOrders}`,
    `ledger (registry_id, gift_id, source_order_id, kind, account, cents, cause, created_at, payout_id)
     select id, ${firstId}::bigint * 1000 + r * ${gifts} + 1, ${firstOrder} + r::bigint * ${purchases} + 1, 'certificate',
       'gift', -2100, 'filled payout ' || id, closing_day, id from ${registries} where is_closed and ${hasOrders}`,
    `closing_notice (registry_id, day, kind) select id, closing_day, kind
     from ${registries}, unnest(array['week', 'day']::closing_notice_kind[]) kind
     where closing_day between (${now})::date - 300 and (${now})::date + 7`,
    `outbox (cause, template, language, recipient, props, message_id, state, attempts, sent_at, created_at, recipient_key)
     select 'filled ' || r || ' ' || n, 'gift-received', 'el',
       case when at > ${now} - interval '30 days' then 'host' || r || '@filled.example' else '' end, '{}',
       r || '.' || n || '@filled.example', 'sent', 1, at, at,
       case when at > ${now} - interval '30 days' then 'host' || r || '@filled.example' end
     from (select r, n, least(event_day, (${now})::date - 1) - n * interval '6 days' as at
       from ${registries}, generate_series(1, 5) n) letter`,
    `guest (id, registry_id, name, email, email_key, language, people, created_at)
     select ${firstId}::bigint * 100 + r * ${guestsOfRegistry} + n, id, 'Καλεσμένος ' || n, 'guest' || n || '@filled.example',
       'guest' || n || '@filled.example', 'el', 2, created_at
     from ${registries}, generate_series(1, ${guestsOfRegistry}) n
     where coalesce(event_day, closing_day) > (${now})::date - 300 and removed_at is null`,
    `invitation (guest_id, cause, invited_at)
     select guest.id, 'filled ' || guest.id, guest.created_at from guest
     where registry_id between ${firstId + from} and ${firstId + to}`,
    `invitation_email (cause, customer_id, sent_at)
     select 'filled ' || id, id, ${now} - (r % 29) * interval '1 day' from ${registries}`,
    `invitation_content (registry_id, font_family, text_color, background_color, font_size, text_align, subject, message)
     select id, 'literata', '#000000', '#ffffff', 18, 'left', 'Ελάτε', 'Σας περιμένουμε!' from ${registries} where r % 2 = 0`,
    `email_suppression (address_digest) select sha256(('filled ' || r)::bytea) from ${registries}`,
    `session (token_hash, customer_id, created_at, expires_at, seen_at, agent)
     select sha256(('filled session ' || r)::bytea), id, ${now} - (r % 20) * interval '1 day',
       ${now} + (1 + r % 20) * interval '1 day', ${now} - (r % 20) * interval '1 day', 'filled' from ${registries}`,
    `known_device (customer_id, device_hash, seen_at)
     select id, sha256(('filled device ' || r)::bytea), ${now} - (r % 390) * interval '1 day' from ${registries}`,
    `registry_change (registry_id, customer_id, what, at)
     select id, id, 'gift_added', ${now} - ((r * 5 + n) % 700) * interval '1 day' from ${registries}, generate_series(1, 5) n`,
    `security_event (kind, window_start, customer_id, first_at, last_at)
     select 'registered', at, id, at, at
     from (select id, ${now} - (1 + r % 360) * interval '1 day' as at from ${registries}) event`,
    `rate_limit (key, window_start, count)
     select md5('filled ' || r), ${now} - (r % 7) * interval '1 day', 3 from ${registries}`,
    `slug (slug, folded, registry_id) select slug, slug, id from ${registries} where slug is not null`,
  ]
}
