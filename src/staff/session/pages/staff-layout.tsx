import { Form, Outlet } from 'react-router'
import { languages } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { hasStaffRole } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { LanguageLink } from '../../../site/frame/pages/language-link.tsx'
import { Button } from '../../../ui/form/button.tsx'
import { Link, useIsActivePath } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { useLanguage, useSite } from '../../../ui/page/site-data.ts'
import { staffRoleName } from '../../../ui/text/staff-role.ts'
import { StaffSearchBox } from '../../search/pages/staff-search-box.tsx'
import { findStaffSelf, type StaffSelf } from '../contract.ts'
import type { Route } from './+types/staff-layout'

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  ctx.keepFromSearch()
  return ctx.call(findStaffSelf, {})
}

/** The frame of the console: denser than the site's, and nothing of the site leads to it. */
export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="measure pt-3 pb-16">
      <StaffBar staff={loaderData.staff} />
      {loaderData.staff && <StaffSearchBox />}
      <Outlet />
    </div>
  )
}

const pages = [
  { to: paths.staffWork, label: m.staff_work_title, role: 'support' as const },
  { to: paths.staffDeliveries, label: m.staff_delivery_title, role: 'support' as const },
  { to: paths.staffSearch, label: m.staff_search_title, role: 'support' as const },
  { to: paths.staffDemand, label: m.staff_demand_title, role: 'support' as const },
  { to: paths.staffMoney, label: m.staff_nav_money, role: 'manager' as const },
  { to: paths.staffPeople, label: m.staff_people_title, role: 'manager' as const },
  { to: paths.staffAudit, label: m.staff_audit_title, role: 'manager' as const },
  { to: paths.staffEventTypes, label: m.staff_types_title, role: 'manager' as const },
  { to: paths.staffTeam, label: m.staff_team_title, role: 'owner' as const },
  { to: paths.staffSessions, label: m.staff_nav_sessions, role: 'support' as const },
]

function StaffBar({ staff }: { staff: StaffSelf | null }) {
  const language = useLanguage()
  return (
    <div className="no-print flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line pb-2 text-sm">
      <span className="font-serif text-lg font-semibold text-pomegranate">
        {m.staff_title({ site: useSite()?.name ?? '' })}
      </span>
      {staff && (
        <nav
          aria-label={m.staff_navigation()}
          className="max-md:order-last max-md:-mx-4.5 max-md:w-[calc(100%+2.25rem)] max-md:overflow-x-auto max-md:px-4.5"
        >
          <ul className="flex gap-x-4 max-md:w-max md:flex-wrap">
            {pages
              .filter(({ role }) => hasStaffRole(staff.role, role))
              .map(({ to, label }) => (
                <li key={to}>
                  <StaffLink to={to}>{label()}</StaffLink>
                </li>
              ))}
          </ul>
        </nav>
      )}
      <div className="ml-auto flex items-center gap-x-4">
        {staff && (
          <span className="max-md:sr-only">{`${staff.name} (${staffRoleName(staff.role, language)})`}</span>
        )}
        {languages
          .filter(other => other !== language)
          .map(other => (
            <LanguageLink key={other} language={other} short className="inline-flex min-h-11 items-center" />
          ))}
        {staff && (
          <Form
            aria-label={m.staff_sign_out()}
            method="post"
            action={withLanguage(paths.staffLogout, language)}
          >
            <Button type="submit" kind="quiet" size="small" className="-me-4 text-sm">
              {m.staff_sign_out()}
            </Button>
          </Form>
        )}
      </div>
    </div>
  )
}

function StaffLink({ to, children }: { to: string; children: string }) {
  const isOpen = useIsActivePath(to)
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className="inline-flex min-h-11 items-center font-semibold aria-[current=page]:underline"
    >
      {children}
    </Link>
  )
}
