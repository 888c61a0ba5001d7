import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link, useIsActivePath } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import { useHosts } from './use-hosts.ts'

interface MenuPage {
  to: (id: string) => string
  label: (named: ReturnType<typeof useHosts>) => string
}

const settingsPage = (page: string, label: MenuPage['label']): MenuPage => ({
  to: id => paths.editRegistry(id, page),
  label,
})

/** The pages for a registry's hosts: gifts, guests and settings. */
const groups: MenuPage[][] = [
  [
    { to: paths.manageGifts, label: m.gift_manage_title },
    { to: paths.registryGifts, label: m.common_gifts_received },
    settingsPage('collected-gift-cards', m.giftcard_title),
  ],
  [settingsPage('guests', m.common_guests), settingsPage('invitation-settings', m.invitation_title)],
  [
    settingsPage('', m.common_event_details),
    settingsPage('registry-url', m.common_registry_address),
    settingsPage('privacy-settings', m.hosting_menu_privacy),
    settingsPage('registry-shipping-address', m.common_delivery_address),
    settingsPage('co-host', m.common_co_hosts),
  ],
]

/** The list beside the page, on wide screens. */
export function HostMenu({ id }: { id: string }) {
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
  /** The registry's name. */
  name: string
  /** What stands above the pages in the menu. */
  children: ReactNode
}

/** The same on small screens: a bar with the open page's name that opens the menu. */
export function HostMenuBar({ id, photo, name, children }: HostMenuBarProps) {
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
