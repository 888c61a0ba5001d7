import { useLocation } from 'react-router'
import { SignOutForm } from '../../../account/session/pages/sign-out-form.tsx'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { PageCustomer } from '../../../ui/page/page-context.ts'
import { menuItemClasses, menuPanelClasses, navItemClasses } from './menu-classes.ts'

/** Pages that nobody needs to come back to. */
const nowhere: string[] = [paths.home, paths.login, paths.register, paths.notFound]

/** Sign in and sign up, keeping the page to return to; or the account of who is signed in. */
export function AccountLinks({ person }: { person: PageCustomer | null }) {
  const { pathname, search } = useLocation()
  if (person) return <AccountMenu person={person} />
  const back = nowhere.includes(pathname) ? '' : `?redirect=${encodeURIComponent(pathname + search)}`
  return (
    <>
      <Link to={paths.login + back} className={navItemClasses}>
        {m.site_sign_in()}
      </Link>
      <Link to={paths.register + back} className={navItemClasses}>
        {m.site_sign_up()}
      </Link>
    </>
  )
}

function AccountMenu({ person }: { person: PageCustomer }) {
  return (
    <DropdownMenu
      group="header"
      className="relative"
      summaryClass={navItemClasses}
      summary={
        <>
          <span className="max-w-32 truncate">{person.name}</span>
          <ChevronIcon />
        </>
      }
      panelClass={`${menuPanelClasses} right-0`}
    >
      <AccountMenuItems itemClass={menuItemClasses} />
    </DropdownMenu>
  )
}

/** What a signed-in person has: own lists, the settings, and the way out. */
export function AccountMenuItems({ itemClass }: { itemClass: string }) {
  return (
    <ul>
      <li>
        <Link to={paths.myRegistries} className={itemClass}>
          {m.site_link_my_registries()}
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
