import { useLocation } from 'react-router'
import { SignOutForm } from '../../account/pages/sign-out-form.tsx'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { Person } from '../../ui/context.ts'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { menuItem, menuPanel, navItem } from './looks.ts'

/** Pages that nobody needs to come back to. */
const nowhere: string[] = [paths.home, paths.login, paths.register, paths.notFound]

/** Sign in and sign up, keeping the page to return to; or the account of who is signed in. */
export function AccountLinks({ person }: { person: Person | null }) {
  const { pathname, search } = useLocation()
  if (person) return <AccountMenu person={person} />
  const back = nowhere.includes(pathname) ? '' : `?redirect=${encodeURIComponent(pathname + search)}`
  return (
    <>
      <Link to={paths.login + back} className={navItem}>
        {m.site_sign_in()}
      </Link>
      <Link to={paths.register + back} className={navItem}>
        {m.site_sign_up()}
      </Link>
    </>
  )
}

function AccountMenu({ person }: { person: Person }) {
  return (
    <DropMenu
      group="header"
      className="relative"
      summaryClass={navItem}
      summary={
        <>
          <span className="max-w-32 truncate">{person.name}</span>
          <ChevronIcon />
        </>
      }
      panelClass={`${menuPanel} right-0`}
    >
      <AccountItems itemClass={menuItem} />
    </DropMenu>
  )
}

/** What a signed-in person has: own lists, the settings, and the way out. */
export function AccountItems({ itemClass }: { itemClass: string }) {
  return (
    <ul>
      <li>
        <Link to={paths.myRegistries} className={itemClass}>
          {m.site_link_mine()}
        </Link>
      </li>
      <li>
        <Link to={paths.settings} className={itemClass}>
          {m.site_link_settings()}
        </Link>
      </li>
      <li>
        <SignOutForm>
          <button type="submit" className={`${itemClass} w-full text-left`}>
            {m.site_sign_out()}
          </button>
        </SignOutForm>
      </li>
    </ul>
  )
}
