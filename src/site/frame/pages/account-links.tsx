import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { SignOutForm } from '../../../account/session/pages/sign-out-form.tsx'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { menuItemClasses, menuPanelClasses, navItemClasses } from './menu-classes.ts'

/** Pages to which signing in does not return. */
const pathsWithoutReturn: string[] = [paths.home, paths.login, paths.register, paths.notFound]

/**
 * Links to sign in and sign up, which remember the current page (R107), or the account menu when signed in. Both stand
 * in one place of the same width, so that nothing moves when a shared page (R813) learns who is signed in.
 */
export function AccountLinks({ customerName }: { customerName: string | null }) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    document.documentElement.toggleAttribute('data-signed-in', customerName !== null)
  }, [customerName])
  const back = pathsWithoutReturn.includes(pathname)
    ? ''
    : `?redirect=${encodeURIComponent(pathname + search)}`
  return (
    <div className="grid items-center *:col-start-1 *:row-start-1">
      <div className={`sign-in-links flex gap-x-4 min-[75rem]:gap-x-6 ${customerName ? 'invisible' : ''}`}>
        <Link to={paths.login + back} className={navItemClasses}>
          {m.site_sign_in()}
        </Link>
        <Link to={paths.register + back} className={navItemClasses}>
          {m.site_sign_up()}
        </Link>
      </div>
      {customerName && <AccountMenu name={customerName} />}
    </div>
  )
}

function AccountMenu({ name }: { name: string }) {
  return (
    <DropdownMenu
      group="header"
      className="relative max-w-full justify-self-end"
      summaryClass={navItemClasses}
      summary={
        <>
          <span className="max-w-28 truncate">{name}</span>
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
