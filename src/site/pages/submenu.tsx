import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { ChevronIcon } from '../../ui/media/icons.tsx'
import { DropdownMenu } from '../../ui/overlay/dropdown-menu.tsx'
import { Link, useIsActivePath } from '../../ui/page/link.tsx'
import { type MenuPage, useLanguage, useSite } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { menuItemClasses, menuPanelClasses, navItemClasses, type SiteLink } from './frame/site-links.tsx'

interface SubmenuProps {
  entry: MenuPage
  /** Undefined until they are loaded; the panel then has only the entry's own page, which links to them. */
  pages?: MenuPage[] | undefined
}

export function toMenuPage({ to, label }: SiteLink): MenuPage {
  return { title: label(), path: to }
}

/** A menu of the header: its label with an arrow opens a panel below it. */
export function HeaderMenu(props: {
  label: ReactNode
  className?: string
  summaryClass?: string | false
  panelClass: string
  children: ReactNode
}) {
  const { label, summaryClass, panelClass, ...menu } = props
  return (
    <DropdownMenu
      group="header"
      summaryClass={classNames(navItemClasses, summaryClass)}
      summary={
        <>
          {label}
          <ChevronIcon />
        </>
      }
      panelClass={`${menuPanelClasses} ${panelClass}`}
      {...menu}
    />
  )
}

/**
 * An entry of the header with pages below it (R804): opens a panel with the entry's own page first; pages beyond the
 * eighth are in a second column. Without JavaScript a link to the entry's page is shown instead.
 */
export function Submenu({ entry, pages = [] }: SubmenuProps) {
  const isActive = useIsActivePath(entry.path)
  return (
    <HeaderMenu
      label={entry.title}
      className="relative hidden js:block"
      summaryClass={isActive && 'text-pomegranate'}
      panelClass="left-0 w-max max-w-[calc(100vw-2rem)] max-h-[calc(100dvh-9rem)] overflow-y-auto overscroll-contain"
    >
      <EntryLink entry={entry} className={classNames(menuItemClasses, 'font-semibold')} />
      <ul className="menu-rows">
        <PageItems pages={pages} itemClass={menuItemClasses} />
      </ul>
    </HeaderMenu>
  )
}

/** The shop's categories in three levels, only the first while the others are loading, and a link to all of them (R804). */
export function CategoryMenu({ pages }: { pages: MenuPage[] }) {
  return (
    <HeaderMenu
      label={m.site_categories()}
      panelClass="inset-x-0 max-h-[calc(100dvh-5rem)] overflow-y-auto overscroll-contain p-4"
    >
      <div className="mb-3 border-b border-line pb-1">
        <Link to="/categories" className={classNames(menuItemClasses, 'font-semibold')}>
          {m.common_all_categories()}
        </Link>
      </div>
      <ul className="columns-3 gap-x-6 min-[75rem]:columns-4">
        {pages.map(page => (
          <li key={page.path} className="mb-4 break-inside-avoid">
            <PageLink page={page} className={classNames(menuItemClasses, 'min-h-9 font-semibold')} />
            {(page.children ?? []).map(child => (
              <div key={child.path} className="mb-1 px-3">
                <PageLink page={child} className={`${subcategoryClasses} font-medium text-ink`} />
                <ul className="flex flex-wrap gap-x-3">
                  <PageItems
                    pages={child.children ?? []}
                    itemClass={`${subcategoryClasses} text-sm text-soft`}
                  />
                </ul>
              </div>
            ))}
          </li>
        ))}
      </ul>
    </HeaderMenu>
  )
}

const subcategoryClasses =
  'inline-flex min-h-7 items-center rounded-field decoration-1 underline-offset-4 hover:underline'

/** In the mobile menu, at any depth; the entry's own page comes first, and alone while the others are loading. */
export function MobileSubmenu({ entry, pages = [], className }: SubmenuProps & { className: string }) {
  return (
    <details>
      <summary
        className={classNames(
          className,
          'justify-between gap-3 [&>svg]:mr-3.5 [details[open]>&>svg]:rotate-180',
        )}
      >
        {entry.title}
        <ChevronIcon />
      </summary>
      <ul className="border-b border-line py-2 pl-4">
        <li>
          <EntryLink entry={entry} className="flex min-h-11 items-center font-semibold" />
        </li>
        {pages.map(page => (
          <li key={page.path}>
            {page.children && page.children.length > 0 ? (
              <MobileSubmenu entry={page} pages={page.children} className="flex min-h-11 items-center" />
            ) : (
              <PageLink page={page} className="flex min-h-11 items-center" />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The entry's own page, first in its panel. */
function EntryLink({ entry, className }: { entry: MenuPage; className: string }) {
  const isActive = useIsActivePath(entry.path, true)
  return <PageLink page={entry} current={isActive} className={className} />
}

function PageItems({ pages, itemClass }: { pages: MenuPage[]; itemClass: string }) {
  return pages.map(page => (
    <li key={page.path}>
      <PageLink page={page} className={itemClass} />
    </li>
  ))
}

/** A link into the storefront needs a new document, also where the storefront is on this site. */
function PageLink(props: { page: MenuPage; current?: boolean; className: string }) {
  const { title, path } = props.page
  const storefront = useSite()?.storefronts[useLanguage()]
  const isStorefront = storefront !== undefined && path.startsWith(`${storefront}/`)
  return (
    <Link
      to={path}
      reloadDocument={isStorefront}
      aria-current={props.current ? 'page' : undefined}
      className={props.className}
    >
      {title}
    </Link>
  )
}
