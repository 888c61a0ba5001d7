import { formatMoment } from '../../base/dates.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import type { showRegistryHosts } from '../co-host.contract.ts'
import { useHosts } from './use-hosts.ts'

const eventLabels: Record<string, (named: ReturnType<typeof useHosts>) => string> = {
  created: m.hosting_change_created,
  details: m.hosting_change_details,
  picture: m.hosting_change_picture,
  privacy: m.hosting_change_privacy,
  searchable: m.hosting_change_searchable,
  search_engines: m.hosting_change_search_engines,
  url: m.hosting_change_url,
  address: m.hosting_change_address,
  co_host_asked: m.hosting_change_co_host_asked,
  co_host_joined: m.hosting_change_co_host_joined,
  co_host_left: m.hosting_change_co_host_left,
  gift_added: m.hosting_change_gift_added,
  gift_changed: m.hosting_change_gift_changed,
  gift_removed: m.hosting_change_gift_removed,
  gifts_ordered: m.hosting_change_gifts_ordered,
  invitation: m.hosting_change_invitation,
  day: m.hosting_change_day,
  guests: m.hosting_change_guests,
  thanked: m.hosting_change_thanked,
  surprise: m.hosting_change_surprise,
  shop_gift_added: m.hosting_change_gift_added,
  shop_gift_removed: m.hosting_change_gift_removed,
  shop_gift_recorded: m.hosting_change_shop_gift_recorded,
  shop_gift_reversed: m.hosting_change_shop_gift_reversed,
  shop_gift_returned: m.hosting_change_shop_gift_returned,
  shop_gift_giver: m.hosting_change_shop_gift_giver,
  shop_refund: m.hosting_change_shop_refund,
  shop_payment: m.hosting_change_shop_payment,
  shop_money_moved: m.hosting_change_shop_money_moved,
  shop_payout_done: m.hosting_change_shop_payout_done,
  shop_payout_cancelled: m.hosting_change_shop_payout_cancelled,
  shop_email: m.hosting_change_shop_email,
  shop_closing_day: m.hosting_change_shop_closing_day,
  shop_hidden: m.hosting_change_shop_hidden,
}

function whoText(what: string, who: string | null, named: ReturnType<typeof useHosts>): string {
  if (what.startsWith('shop_')) return m.hosting_history_shop()
  return who ?? m.hosting_history_former(named)
}

const changeText = (what: string, about: string | null): string =>
  about ? m.hosting_change_about({ what, about }) : what

/** The latest changes by the hosts (history, R220) and by the shop for them (R969). */
export function ChangeHistory({ changes }: { changes: ChangeWithTime[] }) {
  return (
    <section aria-labelledby="history-title" className="border-t border-line pt-8">
      <h2 id="history-title" className="text-2xl">
        {m.hosting_history_title()}
      </h2>
      <ChangeList changes={changes} />
    </section>
  )
}

export function ChangeList({ changes }: { changes: ChangeWithTime[] }) {
  const named = useHosts()
  return (
    <ol className="mt-3 divide-y divide-line">
      {changes.map(({ id, who, what, about, at, time }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2.5">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-semibold">{whoText(what, who, named)}:</span>{' '}
            {changeText(eventLabels[what]?.(named) ?? m.hosting_change_details(), about)}
          </span>
          <time dateTime={at} className="text-sm text-soft tabular-nums">
            {time}
          </time>
        </li>
      ))}
    </ol>
  )
}

type Change = ReplyOf<typeof showRegistryHosts>['changes'][number]
type ChangeWithTime = Change & { time: string }

/** Adds formatted times. Call it in a loader, because phones take long to load `Intl`. */
export function addTimes(changes: Change[], language: Language): ChangeWithTime[] {
  return changes.map(change => ({ ...change, time: formatMoment(new Date(change.at), language) }))
}
