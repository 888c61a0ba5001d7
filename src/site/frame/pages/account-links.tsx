import { useLocation } from 'react-router'
import { SignOutForm } from '../../../account/session/pages/sign-out-form.tsx'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { PageCustomer } from '../../../ui/page/page-context.ts'
import { menuItemClasses, menuPanelClasses, navItemClasses } from './menu-classes.ts'

/** Pages to which signing in does not return. */
const pathsWithoutReturn: string[] = [paths.home, paths.login, paths.register, paths.notFound]

/** Links to sign in and sign up, which remember the current page (R107), or the account menu when signed in. */
export function AccountLinks({ customer }: { customer: PageCustomer | null }) {
  const { pathname, search } = useLocation()
  if (customer) return <AccountMenu customer={customer} />
  const back = pathsWithoutReturn.includes(pathname)
    ? ''
    : `?redirect=${encodeURIComponent(pathname + search)}`
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

function AccountMenu({ customer }: { customer: PageCustomer }) {
  return (
    <DropdownMenu
      group="header"
      className="relative"
      summaryClass={navItemClasses}
      summary={
        <>
          <span className="max-w-32 truncate">{customer.name}</span>
          <ChevronIcon />
        </>
      }
      panelClass={`${menuPanelClasses} right-0`}
    >
      <AccountMenuItems itemClass={menuItemClasses} />
    </DropdownMenu>
  )
}

/** My registries, settings and sign out. */
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
