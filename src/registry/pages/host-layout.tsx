import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { paths } from '../../base/paths.ts'
import { keepNamesTogether } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink, buttonClasses } from '../../ui/form/button.tsx'
import { ChevronIcon } from '../../ui/media/icons.tsx'
import { DropdownMenu } from '../../ui/overlay/dropdown-menu.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Link, useIsActivePath } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { DotSeparated } from '../../ui/text/facts.tsx'
import { DayText } from '../../ui/text/formatted-text.tsx'
import { givenGiftsText, giversText } from '../../ui/text/giving-counts.ts'
import { listMyRegistries, type RegistryView } from '../registry.contract.ts'
import type { Route } from './+types/host-layout'
import { daysUntil, loadHostedRegistry } from './host-page-frame.tsx'
import { EventPhoto } from './photo/event-photo.tsx'
import { useHosts } from './use-hosts.ts'
import { useLiveRegistry } from './use-live-registry.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { data: mine } = await ctx.call(listMyRegistries, {})
  const others = mine.filter(other => other.id !== registry.id)
  return {
    registry,
    others: others.map(({ id, registry_name }) => ({ id, registry_name })),
    daysToGo: daysUntil(registry.registry_date),
  }
}

/** The frame of all pages for a registry's hosts (editing, R228): 'Current event' above, the menu beside. */
export default function HostLayout({ loaderData }: Route.ComponentProps) {
  const { registry } = loaderData
  // Only these two pages are live: reloading a page with a form would remove its errors.
  const [, livePage] = /\/(gifts|gifts-received)\/?$/.exec(useLocation().pathname) ?? []
  return (
    <div className="measure pt-1 pb-20 lg:pt-3">
      <HostHeader {...loaderData} />
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[min(15rem,26%)_minmax(0,1fr)]">
        <HostMenu id={registry.id} />
        <Outlet />
        {livePage && <LiveGiving registry={registry} tellsFirst={livePage === 'gifts'} />}
      </div>
    </div>
  )
}

/**
 * Keeps a host's open list of gifts up to date, and shows a toast when a gift arrives (R246). The page of gifts
 * received shows the very first gift itself, so there is no toast for it.
 */
function LiveGiving({ registry, tellsFirst }: { registry: RegistryView; tellsFirst: boolean }) {
  const { id, version, secret, givers } = registry
  useLiveRegistry(id, version)
  const toast = useToast()
  const former = useRef({ givers, secret })
  useEffect(() => {
    // What a surprise hid until now did not arrive now.
    const isNew = !secret && !former.current.secret && givers > former.current.givers
    const isToldByPage = former.current.givers === 0 && !tellsFirst
    former.current = { givers, secret }
    if (!isNew || isToldByPage) return
    toast({
      title: m.received_new(),
      action: (
        <Link to={paths.registryGifts(id)} variant="strong">
          {m.common_gifts_received()}
        </Link>
      ),
    })
  }, [id, secret, givers, tellsFirst, toast])
  return null
}

interface HeaderProps {
  registry: RegistryView
  daysToGo: number | null
  others: Pick<RegistryView, 'id' | 'registry_name'>[]
}

/** 'Current event' (R228): the registry being edited, and a switch to another; on small screens it opens the menu. */
function HostHeader({ registry, daysToGo, others }: HeaderProps) {
  const photo = <EventPhoto type={registry.type_info} photo={registry.portrait && registry.thumbnail} tiny />
  return (
    <header className="mb-6 border-b border-line lg:mb-10">
      <HostMenuBar id={registry.id} photo={photo} name={registry.registry_name}>
        <div className="border-b border-line px-4 pt-2 pb-3">
          <p className="text-sm text-soft">{m.registry_current_event()}</p>
          <Facts registry={registry} daysToGo={daysToGo} />
          <p className="mt-2 flex flex-wrap gap-x-5">
            {registry.open && (
              <Link to={paths.addGifts(registry.id)} variant="strong" className="py-1.5">
                {m.common_add_gifts()}
              </Link>
            )}
            <Link to={paths.registry(registry.id)} variant="strong" className="py-1.5">
              {m.registry_mine_view()}
            </Link>
          </p>
        </div>
        {others.length > 0 && (
          <div className="border-b border-line py-2">
            <p className="px-4 text-sm text-soft">{m.registry_switch()}</p>
            <OtherRegistries others={others} />
          </div>
        )}
      </HostMenuBar>
      <div className="flex min-h-14 items-center gap-4 max-lg:hidden">
        {photo}
        <div className="min-w-0 flex-1 py-1">
          <p className="sr-only">{m.registry_current_event()}</p>
          <p className="font-serif text-lg leading-tight wrap-anywhere">
            {keepNamesTogether(registry.registry_name)}
          </p>
          <Facts registry={registry} daysToGo={daysToGo} short />
        </div>
        {others.length > 0 && <RegistrySwitch others={others} />}
        {registry.open && (
          <ButtonLink to={paths.addGifts(registry.id)} kind="outline" size="small">
            {m.common_add_gifts()}
          </ButtonLink>
        )}
        <ButtonLink to={paths.registry(registry.id)} kind="outline" size="small">
          {m.registry_mine_view()}
        </ButtonLink>
      </div>
    </header>
  )
}

/** Event type, day and progress; `short` shows no more than fits on one line. */
function Facts({ registry, daysToGo, short = false }: Omit<HeaderProps, 'others'> & { short?: boolean }) {
  const closed = registry.open ? [] : [m.registry_closed()]
  const days =
    daysToGo !== null && daysToGo > 0 ? [`${daysToGo} ${m.registry_days_to_go({ count: daysToGo })}`] : []
  const given = registry.secret ? m.surprise_head() : givenGiftsText(registry)
  const givers = short || registry.secret ? [] : [giversText(registry) ?? []].flat()
  return (
    <p className={classNames('flex flex-wrap gap-x-3 text-sm text-soft', short && 'leading-tight')}>
      <span className="font-semibold text-pomegranate">
        {registry.name}&nbsp;· <DayText day={registry.registry_date} />
      </span>
      {short && <DotSeparated facts={[...closed, ...days]} className="min-[75rem]:hidden" />}
      <DotSeparated
        facts={[...closed, ...days, given, ...givers]}
        className={short ? 'max-[75rem]:hidden' : ''}
      />
    </p>
  )
}

function RegistrySwitch({ others }: Pick<HeaderProps, 'others'>) {
  return (
    <DropdownMenu
      summary={
        <>
          <span className="max-[75rem]:sr-only">{m.registry_switch()}</span> <ChevronIcon />
        </>
      }
      className="relative"
      summaryClass={classNames(buttonClasses({ kind: 'quiet', size: 'small' }), 'cursor-pointer list-none')}
      panelClass="absolute left-0 z-30 mt-2 max-h-96 w-72 overflow-y-auto rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
    >
      <OtherRegistries others={others} />
    </DropdownMenu>
  )
}

function OtherRegistries({ others }: Pick<HeaderProps, 'others'>) {
  return (
    <ul>
      {others.map(other => (
        <li key={other.id}>
          <Link
            to={paths.editRegistry(other.id)}
            reloadDocument
            className="block rounded-field px-4 py-2 wrap-anywhere hover:bg-sand"
          >
            {other.registry_name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface MenuPage {
  to: (id: string) => string
  label: (named: ReturnType<typeof useHosts>) => string
}

const settingsPage = (page: string, label: MenuPage['label']): MenuPage => ({
  to: id => paths.editRegistry(id, page),
  label,
})

const groups: MenuPage[][] = [
  [
    { to: paths.manageGifts, label: m.gift_manage_title },
    { to: paths.registryGifts, label: m.common_gifts_received },
    settingsPage('collected-gift-cards', m.giftcard_title),
  ],
  [
    settingsPage('guests', m.common_guests),
    settingsPage('invitation-settings', m.invitation_title),
    settingsPage('day', m.day_title),
  ],
  [
    settingsPage('', m.common_event_details),
    settingsPage('photos', m.photos_title),
    settingsPage('registry-url', m.common_registry_address),
    settingsPage('privacy-settings', m.hosting_menu_privacy),
    settingsPage('registry-shipping-address', m.common_delivery_address),
    settingsPage('co-host', m.common_co_hosts),
  ],
]

/** The menu beside the page on wide screens. */
function HostMenu({ id }: { id: string }) {
  return (
    <nav
      aria-label={m.hosting_menu_label()}
      className="min-w-0 max-lg:hidden lg:sticky lg:top-24 lg:self-start"
    >
      <Entries id={id} />
    </nav>
  )
}

interface HostMenuBarProps {
  id: string
  photo: ReactNode
  name: string
  children: ReactNode
}

/** The menu on small screens: a bar with the open page's name that opens it. */
function HostMenuBar({ id, photo, name, children }: HostMenuBarProps) {
  const { pathname } = useLocation()
  const details = paths.editRegistry(id)
  const openPage = groups
    .flat()
    .find(({ to }) => to(id) !== details && `${pathname}/`.startsWith(`${to(id)}/`))
  const openLabel = (openPage?.label ?? m.common_event_details)(useHosts())
  return (
    <nav aria-label={m.hosting_menu_label()} className="lg:hidden">
      <DropdownMenu
        summary={
          <>
            {photo}
            <span className="min-w-0 flex-1">
              <span className="block text-sm leading-tight wrap-anywhere text-soft">{name}</span>
              <span className="block leading-tight font-semibold">{openLabel}</span>
            </span>
            <ChevronIcon />
          </>
        }
        className="relative"
        summaryClass="flex min-h-14 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden"
        panelClass="absolute inset-x-0 z-20 rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
      >
        {children}
        <Entries id={id} />
      </DropdownMenu>
    </nav>
  )
}

function Entries({ id }: { id: string }) {
  const named = useHosts()
  return (
    <div className="divide-y divide-line">
      {groups.map(pages => (
        <ul key={pages[0]?.to('')} className="flex flex-col gap-0.5 py-2.5 lg:first:pt-0 lg:last:pb-0">
          {pages.map(({ to, label }) => (
            <li key={to('')}>
              <Entry to={to(id)} end={to(id) === paths.editRegistry(id)}>
                {label(named)}
              </Entry>
            </li>
          ))}
        </ul>
      ))}
    </div>
  )
}

function Entry({ to, end, children }: { to: string; end: boolean; children: string }) {
  const isOpen = useIsActivePath(to, end)
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className={classNames(
        'block rounded-field px-4 py-2.5 font-semibold transition-colors',
        isOpen ? 'bg-sand text-ink' : 'text-soft hover:bg-sand/60 hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}
