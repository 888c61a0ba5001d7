import { NavLink, useLocation } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../../ui/class-names.ts'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { useAddress } from '../../ui/link.tsx'

/** The sub-pages of a registry's settings, in their order: the address below `/edit`, and its words. */
const pages: { page: string; words: () => string }[] = [
  { page: '', words: m.hosting_menu_details },
  { page: 'registry-url', words: m.hosting_menu_url },
  { page: 'registry-shipping-address', words: m.hosting_menu_address },
  { page: 'guests', words: m.guests_title },
  { page: 'invitation-settings', words: m.invitation_title },
  { page: 'privacy-settings', words: m.hosting_menu_privacy },
  { page: 'co-host', words: m.hosting_menu_co_host },
  { page: 'collected-gift-cards', words: m.giftcard_title },
]

/** The sub-pages: beside the page on desks, behind the name of the one that is open on phones. */
export function EditMenu({ id }: { id: string }) {
  const { pathname } = useLocation()
  const open = pathname.split('/')[4] ?? ''
  const here = pages.find(({ page }) => page === open)
  return (
    <nav aria-label={m.hosting_menu_label()} className="lg:sticky lg:top-24 lg:self-start">
      <DropMenu
        summary={
          <>
            {(here ?? pages[0])?.words()} <ChevronIcon />
          </>
        }
        label={`${m.hosting_menu_label()}: ${(here ?? pages[0])?.words()}`}
        className="relative lg:hidden"
        summaryClass="flex min-h-12 cursor-pointer list-none items-center justify-between rounded-field border border-edge bg-card px-4 font-semibold [&::-webkit-details-marker]:hidden"
        panelClass="absolute inset-x-0 z-20 mt-1 rounded-tile border border-line bg-card p-2"
      >
        <Entries id={id} />
      </DropMenu>
      <div className="hidden lg:block">
        <Entries id={id} />
      </div>
    </nav>
  )
}

function Entries({ id }: { id: string }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {pages.map(({ page, words }) => (
        <li key={page}>
          <Entry to={paths.editRegistry(id, page)} end={page === ''}>
            {words()}
          </Entry>
        </li>
      ))}
    </ul>
  )
}

function Entry({ to, end, children }: { to: string; end: boolean; children: string }) {
  return (
    <NavLink
      to={useAddress(to)}
      end={end}
      className={({ isActive }) =>
        classNames(
          'block rounded-field px-4 py-2.5 font-semibold transition-colors',
          isActive ? 'bg-sand text-ink' : 'text-soft hover:bg-sand/60 hover:text-ink',
        )
      }
    >
      {children}
    </NavLink>
  )
}
