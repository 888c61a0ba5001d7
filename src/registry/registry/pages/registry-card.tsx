import { paths } from '../../../base/paths.ts'
import { keepNamesTogether, longestWordLength } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import { DotSeparated } from '../../../ui/text/dot-separated.tsx'
import { DayText } from '../../../ui/text/formatted-text.tsx'
import { EventPhoto } from '../../photo/pages/event-photo.tsx'
import type { RegistryView } from '../contract.ts'
import type { registryState } from '../rules.ts'
import { GivingProgress } from './giving-progress.tsx'

interface CardProps {
  registry: RegistryView
  state: ReturnType<typeof registryState>
}

/** A word of more letters would be cut in the narrow card of a phone. */
const nameSize = (name: string) => (longestWordLength(name) > 16 ? 'text-base' : 'text-xl')

/** One registry with its progress and everything that its host may do with it. */
export function RegistryCard({ registry, state }: CardProps) {
  const { id, items, gift_cards, givers } = registry
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-5 gap-y-4 rounded-tile border border-line bg-card p-5 max-sm:p-4">
      <div className="sm:row-span-2">
        <EventPhoto type={registry.type_info} photo={registry.portrait} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <div>
          <p className="text-sm font-semibold text-pomegranate">
            <DotSeparated facts={[registry.name, <DayText key="day" day={registry.registry_date} />]} />
          </p>
          <h2 className={`${nameSize(registry.registry_name)} leading-tight sm:text-2xl`}>
            <Link to={paths.registry(id)} className="wrap-anywhere hover:underline">
              {keepNamesTogether(registry.registry_name)}
            </Link>
          </h2>
          <RegistryStatus registry={registry} state={state} />
        </div>
        {registry.secret ? (
          <p className="text-sm text-soft">{m.surprise_head()}</p>
        ) : items + gift_cards + givers > 0 ? (
          <div>
            <GivingProgress counts={registry} />
          </div>
        ) : (
          <p className="text-sm text-soft">{m.registry_mine_no_gifts()}</p>
        )}
      </div>
      <CardActions registry={registry} />
    </li>
  )
}

/** Open, closing soon with the day, or closed; who may see it; and whether the host is its co-host. */
function RegistryStatus({ registry, state }: CardProps) {
  return (
    <p className="mt-1 text-sm text-soft">
      <span className={`font-semibold ${stateColours[state]}`}>
        {stateLabels[state]()}
        {state === 'closing' && (
          <>
            {' '}
            <DayText day={registry.end_date} />
          </>
        )}
      </span>
      &nbsp;· {privacyLabels[registry.registry_status]()}
      {!registry.is_owner &&
        `\u00a0· ${m.hosting_mine_co_host({ hosts: registry.type_info.host_kind ?? 'hosts' })}`}
    </p>
  )
}

const stateColours = { open: 'text-olive', closing: 'text-pomegranate', closed: '' }
const stateLabels = {
  open: m.registry_state_open,
  closing: m.hosting_state_closing,
  closed: m.registry_state_closed,
}

const privacyLabels = {
  public: m.registry_privacy_public,
  shareable: m.registry_privacy_shareable,
  private: m.registry_privacy_private,
}

/** So that both stand in one row on the narrowest phones. */
const narrowText = 'max-[23rem]:px-3 max-[23rem]:text-[0.9375rem]'

/** The one next step, and the rest in a menu. */
function CardActions({ registry: { id, open, is_owner } }: Pick<CardProps, 'registry'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:col-span-2 max-sm:gap-x-3">
      {open ? (
        <ButtonLink to={paths.addGifts(id)} kind="outline" size="small" className={narrowText}>
          {m.common_add_gifts()}
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.registryGifts(id)} kind="outline" size="small" className={narrowText}>
          {m.common_gifts_received()}
        </ButtonLink>
      )}
      <DropdownMenu
        summary={
          <>
            {m.common_more()} <ChevronIcon />
          </>
        }
        className="relative"
        summaryClass={`inline-flex min-h-10 cursor-pointer list-none items-center gap-2 font-semibold max-[23rem]:text-[0.9375rem] ${linkClasses.text}`}
        panelClass="absolute left-0 z-30 mt-2 w-64 rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
      >
        <ul>
          <CardLink to={paths.editRegistry(id)}>{m.registry_mine_edit()}</CardLink>
          <CardLink to={paths.manageGifts(id)}>{m.gift_manage_title()}</CardLink>
          {open && <CardLink to={paths.registryGifts(id)}>{m.common_gifts_received()}</CardLink>}
          <CardLink to={paths.registry(id)}>{m.registry_mine_view()}</CardLink>
          {is_owner && (
            <CardLink to={`${paths.myRegistries}?delete=${id}`}>{m.registry_mine_delete()}</CardLink>
          )}
        </ul>
      </DropdownMenu>
    </div>
  )
}

function CardLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link
        to={to}
        className="block rounded-field px-3 py-2 hover:bg-sand"
        preventScrollReset={to.includes('?')}
      >
        {children}
      </Link>
    </li>
  )
}
