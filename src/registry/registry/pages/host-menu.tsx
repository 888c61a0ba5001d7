import { useLocation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link, useIsActivePath } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'

interface MenuPage {
  to: (id: string) => string
  words: () => string
}

const setting = (page: string, words: MenuPage['words']): MenuPage => ({
  to: id => paths.editRegistry(id, page),
  words,
})

/** The pages of a registry's hosts, in their order: what is given, who comes, and the settings. */
const groups: MenuPage[][] = [
  [
    { to: paths.manageGifts, words: m.gift_manage_title },
    { to: paths.registryGifts, words: m.registry_received_title },
    setting('collected-gift-cards', m.giftcard_title),
  ],
  [setting('guests', m.guests_title), setting('invitation-settings', m.invitation_title)],
  [
    setting('', m.hosting_menu_details),
    setting('registry-url', m.hosting_menu_url),
    setting('privacy-settings', m.hosting_menu_privacy),
    setting('registry-shipping-address', m.hosting_menu_address),
    setting('co-host', m.hosting_menu_co_host),
  ],
]

/** The pages: beside the open one on desks, behind its name on phones. */
export function HostMenu({ id }: { id: string }) {
  const { pathname } = useLocation()
  const details = paths.editRegistry(id)
  const here = groups.flat().find(({ to }) => to(id) !== details && `${pathname}/`.startsWith(`${to(id)}/`))
  const open = (here?.words ?? m.hosting_menu_details)()
  return (
    <nav aria-label={m.hosting_menu_label()} className="min-w-0 lg:sticky lg:top-24 lg:self-start">
      <DropdownMenu
        summary={
          <>
            {open} <ChevronIcon />
          </>
        }
        label={`${m.hosting_menu_label()}: ${open}`}
        className="relative lg:hidden"
        summaryClass="flex min-h-12 cursor-pointer list-none items-center justify-between rounded-field border border-edge bg-card px-4 font-semibold [&::-webkit-details-marker]:hidden"
        panelClass="absolute inset-x-0 z-20 mt-1 rounded-tile border border-line bg-card p-2 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
      >
        <Entries id={id} />
      </DropdownMenu>
      <div className="hidden lg:block">
        <Entries id={id} />
      </div>
    </nav>
  )
}

function Entries({ id }: { id: string }) {
  return (
    <div className="divide-y divide-line">
      {groups.map(pages => (
        <ul key={pages[0]?.to('')} className="flex flex-col gap-0.5 py-2.5 first:pt-0 last:pb-0">
          {pages.map(({ to, words }) => (
            <li key={to('')}>
              <Entry to={to(id)} end={to(id) === paths.editRegistry(id)}>
                {words()}
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
