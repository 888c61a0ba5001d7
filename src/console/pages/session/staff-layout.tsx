import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { languages } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { hasStaffRole } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { LanguageLink } from '../../../site/pages/frame/site-links.tsx'
import { Button, buttonClasses } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu, dropdownPanelClasses } from '../../../ui/overlay/dropdown-menu.tsx'
import { FlashNotice } from '../../../ui/page/flash-notice.tsx'
import { Link, useIsActivePath } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { useLanguage, useSite } from '../../../ui/page/site-data.ts'
import { staffRoleName } from '../../../ui/text/names.ts'
import { actionNames, staffActions } from '../../action/declaration.rules.ts'
import { type ConsoleAnswer, callOpenly } from '../frame/console-call.ts'
import type { Route } from './+types/staff-layout'

export async function loader(args: Route.LoaderArgs) {
  const ctx = args.context.get(pageContext)
  ctx.hideFromSearchEngines()
  const staff = await callOpenly(args, 'self', {})
  const allowed = actionNames.filter(name => staff && hasStaffRole(staff.role, staffActions[name].role))
  return { staff, actions: Object.fromEntries(allowed.map(name => [name, ctx.text(`staff_act_${name}`)])) }
}

type StaffSelf = NonNullable<ConsoleAnswer<'self'>>

export default function StaffLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="measure pt-3 pb-16">
      <StaffBar staff={loaderData.staff} />
      <FlashNotice className="mt-4" />
      <Outlet />
    </div>
  )
}

const pages = [
  { to: paths.staffOverview, label: m.staff_overview_title, role: 'support' as const },
  { to: paths.staffWork, label: m.staff_work_title, role: 'support' as const },
  { to: paths.staffDeliveries, label: m.staff_delivery_title, role: 'support' as const },
  { to: paths.staffSearch, label: m.common_search, role: 'support' as const },
  { to: paths.staffDemand, label: m.staff_demand_title, role: 'support' as const },
  { to: paths.staffMoney, label: m.common_money, role: 'manager' as const },
  { to: paths.staffPeople, label: m.staff_people_title, role: 'manager' as const },
  { to: paths.staffAudit, label: m.staff_audit_title, role: 'manager' as const },
  { to: paths.staffEventTypes, label: m.staff_types_title, role: 'manager' as const },
  { to: paths.staffTeam, label: m.staff_team_title, role: 'owner' as const },
  { to: paths.staffSessions, label: m.staff_nav_sessions, role: 'support' as const },
]

/** The account and the search in one row, the pages in the next; on narrow screens the pages are a menu. */
function StaffBar({ staff }: { staff: StaffSelf | null }) {
  return (
    <div className="no-print border-b border-line text-sm max-[68rem]:pb-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <span className="font-serif text-lg font-semibold text-pomegranate">
          {m.staff_title({ site: useSite()?.name ?? '' })}
        </span>
        <StaffAccount staff={staff} />
        {staff && (
          <div className="flex grow items-center gap-3 max-[68rem]:order-last max-[68rem]:w-full min-[68rem]:max-w-xl">
            <DropdownMenu
              summary={
                <>
                  {m.site_menu()}
                  <ChevronIcon />
                </>
              }
              className="relative min-[68rem]:hidden"
              summaryClass={buttonClasses({ kind: 'outline', size: 'small' })}
              panelClass={dropdownPanelClasses}
            >
              <StaffPages role={staff.role} />
            </DropdownMenu>
            <StaffSearchBox />
          </div>
        )}
      </div>
      {staff && (
        <div className="max-[68rem]:hidden">
          <StaffPages role={staff.role} />
        </div>
      )}
    </div>
  )
}

function StaffPages({ role }: { role: StaffSelf['role'] }) {
  return (
    <nav aria-label={m.staff_navigation()}>
      <ul className="flex flex-wrap gap-x-4 max-[68rem]:flex-col">
        {pages
          .filter(page => hasStaffRole(role, page.role))
          .map(({ to, label }) => (
            <li key={to}>
              <StaffLink to={to}>{label()}</StaffLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function StaffLink({ to, children }: { to: string; children: string }) {
  const isOpen = useIsActivePath(to)
  return (
    <Link
      to={to}
      aria-current={isOpen ? 'page' : undefined}
      className="inline-flex min-h-11 items-center font-semibold max-[68rem]:flex aria-[current=page]:underline"
    >
      {children}
    </Link>
  )
}

function StaffAccount({ staff }: { staff: StaffSelf | null }) {
  const language = useLanguage()
  return (
    <div className="ml-auto flex items-center gap-x-4 min-[68rem]:order-last">
      {staff && (
        <span className="max-md:sr-only">{`${staff.name} (${staffRoleName(staff.role, language)})`}</span>
      )}
      {languages
        .filter(other => other !== language)
        .map(other => (
          <LanguageLink
            key={other}
            language={other}
            short
            className="inline-flex min-h-11 min-w-11 items-center justify-center"
          />
        ))}
      {staff && (
        <Form aria-label={m.common_sign_out()} method="post" action={paths.staffLogout}>
          <Button type="submit" kind="quiet" size="small" className="-me-4 text-sm">
            {m.common_sign_out()}
          </Button>
        </Form>
      )}
    </div>
  )
}

/** The search on every page; the key `/` focuses it. */
function StaffSearchBox() {
  const input = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  const typed = pathname === paths.staffSearch ? (new URLSearchParams(search).get('q') ?? '') : ''
  useEffect(() => {
    const focusBox = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', focusBox)
    return () => document.removeEventListener('keydown', focusBox)
  }, [])
  return (
    <search aria-label={m.common_search()} className="block min-w-0 grow">
      <Form role="presentation" action={paths.staffSearch} key={typed}>
        <SearchBox
          ref={input}
          label={m.staff_search_label()}
          placeholder={m.staff_search_short_label()}
          submitLabel={m.common_search()}
          name="q"
          defaultValue={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={120}
          aria-keyshortcuts="/"
          small
        />
      </Form>
    </search>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
