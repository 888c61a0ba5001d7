import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, timeZone } from '../base/dates.ts'
import { dayMs } from '../base/durations.ts'
import { closingDays, muchMoneyCents, type WorkKind } from './work.rules.ts'

export interface WorkMoment {
  now: Date
  today: Day
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Failed attempts after which staff get a letter about a payout (R607). */
const attemptsOfHangingPayout = 5
/** Days for which the outbox keeps a letter's recipient. */
const letterDays = 30
/** Days after which a wish to be called is no longer listed. */
const callDays = 90
const withdrawalDays = 365
/** Tokens are renewed within 30 days of their end (R956); the job has one day before the token is listed. */
const tokenDays = 29

/** Lists of the shop are read at least daily: a row that was not met for so long is in order again, or gone. */
const unreadableDays = 2

const none = sql`null::bigint as registry_id`
const noOrder = sql`null::int as order_id`
const noPerson = sql`null::text as name, null::text as email, null::text as phone`

type Facts = (moment: WorkMoment) => RawBuilder<unknown>

/** The query of each work list, all with the same columns; each list has an index that serves it. */
export const workFacts: Record<WorkKind, Facts> = {
  approval: () => sql`
    select id::text as key, at, registry_id, ${noOrder}, id as number, cents, action as detail,
      (select name from staff_person where staff_person.id = staff_money_act.person_id) as name,
      null::text as email, null::text as phone from staff_money_act where state = 'waiting'`,
  unmatched: () => sql`
    select order_id || '/' || line_id as key, seen_at as at, ${none}, order_id, line_id::bigint as number, cents::bigint,
      reason as detail, ${noPerson} from unmatched_line where dismissed_at is null
    union all select order_id || '/' || line_id, created_at, ${none}, order_id, line_id, cents, 'stuck', ${noPerson}
    from line_certificate where next_attempt_at is not null and attempts >= ${attemptsOfHangingPayout}`,
  refund: () => sql`
    select refund_id::text as key, seen_at as at,
      (select registry_id from purchase where purchase.order_id = unplaced_refund.order_id limit 1) as registry_id,
      order_id, refund_id::bigint as number, cents::bigint, null::text as detail, ${noPerson} from unplaced_refund`,
  // Before it leaves, the shop can take it off the order; afterwards staff record what the host returned (R968).
  second: () => sql`
    select purchase.order_id || '/' || line_id as key, purchase.ordered_at as at, purchase.registry_id, purchase.order_id,
      line_id::bigint as number, (purchase.cents - credited_cents)::bigint as cents,
      (purchase.units - credited_units)::text as detail, ${noPerson}
    from purchase
    left join delivery on delivery.order_id = purchase.order_id and delivery.registry_id = purchase.registry_id
    where state = 'paid' and not is_money and credited_units < units and sent_at is null`,
  certificate: () => sql`
    select order_id::text as key, coalesce(paid_at, first_paid_at, 'epoch') as at,
      (select registry_id from purchase where purchase.order_id = order_payment.order_id limit 1) as registry_id,
      order_id, order_id::bigint as number,
      (select sum(cents) from purchase where purchase.order_id = order_payment.order_id and is_money and state = 'paid')::bigint as cents,
      null::text as detail, ${noPerson}
    from order_payment where is_unproved and proof_accepted_at is null`,
  payout: () => sql`
    select id::text as key, created_at as at, registry_id, ${noOrder}, id as number, cents::bigint,
      coalesce(trouble::text, 'other') as detail, ${noPerson} from payout where state = 'waiting' and attempts >= ${attemptsOfHangingPayout}`,
  withdrawal: ({ now }) => sql`
    select handoff.id::text as key, cancel_requested_at as at, handoff.registry_id, given.order_id, handoff.id as number,
      given.cents, null::text as detail, given.giver_name as name, null::text as email, null::text as phone
    from handoff cross join lateral (
      select min(order_id) as order_id, sum(cents) as cents, min(giver_name) as giver_name from purchase
      where handoff_id = handoff.id and state <> 'void') as given
    where cancel_requested_at > ${daysBefore(now, withdrawalDays)} and given.order_id is not null`,
  difference: () => sql`
    select md5(sentence) as key, found_at as at, ${none}, ${noOrder}, null::bigint as number, null::bigint as cents,
      sentence as detail, ${noPerson} from reconcile_finding
    where run_id = (select max(id) from reconcile_run)`,
  closing: ({ today }) => sql`
    select registry.id::text || ' ' || closing_day as key, (closing_day - ${closingDays}::int)::timestamptz as at, registry.id as registry_id,
      ${noOrder}, null::bigint as number, held.cents, closing_day::text as detail, ${noPerson}
    from registry cross join lateral (
      select sum(cents)::bigint as cents from ledger
      where ledger.registry_id = registry.id and account <> 'goods') as held
    where removed_at is null and closing_day between ${today}::date and ${addDays(today, closingDays)}::date
      and held.cents >= ${muchMoneyCents}`,
  call: ({ now, today }) => sql`
    select registry.id || ' ' || extract(epoch from we_connect_at)::bigint as key,
      we_connect_at as at, registry.id as registry_id, ${noOrder}, null::bigint as number,
      null::bigint as cents, event_day::text as detail, customer.name || ' ' || customer.surname as name,
      null::text as email, coalesce(customer.phone, home_address ->> 'phone') as phone
    from registry join customer on customer.id = customer_id
    where we_connect and removed_at is null
      and we_connect_at > ${daysBefore(now, callDays)}
      and (event_day is null or event_day >= ${today}::date)`,
  contact: () => sql`
    select id::text as key, created_at as at, ${none}, ${noOrder}, null::bigint as number, null::bigint as cents,
      message as detail, name, email, null::text as phone from contact_message`,
  letter: ({ now }) => sql`
    select outbox.id::text as key, outbox.created_at as at,
      coalesce(
        (select max(registry.id) from customer join registry on registry.customer_id = customer.id
          where email_key = lower(outbox.recipient)),
        (select registry_id from invitation join guest on guest.id = guest_id
          where invitation.cause = outbox.cause limit 1)) as registry_id,
      ${noOrder}, outbox.id as number, null::bigint as cents, concat_ws(': ', template, nullif(error, '')) as detail,
      null::text as name, case when channel = 'mail' then recipient end as email,
      case when channel = 'sms' then recipient end as phone
    from outbox where state = 'failed' and recipient <> '' and outbox.created_at > ${daysBefore(now, letterDays)}`,
  unreadable: ({ now }) => sql`
    select source || ' ' || row_id as key, seen_at as at, ${none},
      case when source in ('order', 'order gone') then row_id::int end as order_id, null::bigint as number,
      null::bigint as cents, concat_ws(': ', trim(source || ' ' || row_id), nullif(field, ''), reason) as detail, ${noPerson}
    from unreadable_row where source in ('order', 'order gone') or last_seen_at > ${daysBefore(now, unreadableDays)}`,
  webhook: () => sql`
    select scope as key, since as at, ${none}, ${noOrder}, null::bigint as number, null::bigint as cents,
      concat_ws(': ', scope, failure) as detail, ${noPerson} from sleeping_webhook`,
  token: ({ now }) => sql`
    select channel_id::text as key, coalesce(renewal_failed_at, ends_at) as at, ${none}, ${noOrder},
      channel_id::bigint as number, null::bigint as cents,
      concat_ws(': ', (ends_at at time zone ${timeZone})::date, renewal_failure) as detail, ${noPerson}
    from storefront_token where renewal_failure is not null or ends_at < ${daysBefore(now, -tokenDays)}`,
}
