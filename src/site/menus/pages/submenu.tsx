import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { MenuPage } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { isSitePath } from '../../content/rules.ts'
import { menuItemClasses, menuPanelClasses, navItemClasses } from '../../frame/pages/menu-classes.ts'
import type { SiteLink } from '../../frame/pages/site-links.ts'
import { maxPagesInOneRow } from '../rules.ts'

interface Below {
  entry: MenuPage
  /** Until they are known, the entry itself stands in their place: it leads to a page that names them. */
  pages?: MenuPage[] | undefined
}

export function toMenuPage({ to, label }: SiteLink): MenuPage {
  return { title: label(), path: to }
}

/**
 * The pages under an entry of the header, behind a button beside it; more than eight stand in two rows (spec §2).
 * Without scripts the entry's own page leads to them.
 */
export function Submenu({ entry, pages = [entry] }: Below) {
  const twoRows = pages.length > maxPagesInOneRow
  return (
    <DropdownMenu
      group="header"
      label={m.site_submenu({ title: entry.title })}
      className="hidden js:block"
      summaryClass="-mr-2 flex size-7 items-center justify-center rounded-pill hover:bg-ink/6"
      summary={<ChevronIcon />}
      panelClass={`${menuPanelClasses} left-0 w-max`}
    >
      <ul className={classNames(twoRows && 'grid grid-cols-2')}>
        <PageItems pages={pages} itemClass={menuItemClasses} />
      </ul>
    </DropdownMenu>
  )
}

/**
 * The shop's categories beside its search, all three levels at a glance as soon as they are known, and the way to the
 * whole tree.
 */
export function CategoryMenu({ pages }: { pages: MenuPage[] }) {
  return (
    <DropdownMenu
      group="header"
      summaryClass={navItemClasses}
      summary={
        <>
          {m.site_categories()}
          <ChevronIcon />
        </>
      }
      panelClass={`${menuPanelClasses} inset-x-0 max-h-[calc(100dvh-5rem)] overflow-y-auto overscroll-contain p-4`}
    >
      <ul className="columns-3 gap-x-6 min-[75rem]:columns-4">
        {pages.map(page => (
          <li key={page.path} className="mb-4 break-inside-avoid">
            <PageLink page={page} className={classNames(menuItemClasses, 'min-h-9 font-semibold')} />
            {(page.children ?? []).map(second => (
              <div key={second.path} className="mb-1 px-3">
                <PageLink page={second} className={`${leaf} font-medium text-ink`} />
                <ul className="flex flex-wrap gap-x-3">
                  <PageItems pages={second.children ?? []} itemClass={`${leaf} text-sm text-soft`} />
                </ul>
              </div>
            ))}
          </li>
        ))}
      </ul>
      <div className="border-t border-line pt-1">
        <Link to="/categories" className={menuItemClasses}>
          {m.site_categories_all()}
        </Link>
      </div>
    </DropdownMenu>
  )
}

const leaf = 'inline-flex min-h-7 items-center rounded-field decoration-1 underline-offset-4 hover:underline'

/** Pages under an entry of the phone's menu, whose row it opens below; those that have some below open so, too. */
export function MobileSubmenu({ entry, pages = [entry] }: Below) {
  return (
    <details className={pages[0] === entry ? 'hidden js:block' : undefined}>
      <summary
        aria-label={m.site_submenu({ title: entry.title })}
        className="absolute top-0 right-0 flex size-11 items-center justify-center [details[open]>&]:rotate-180"
      >
        <ChevronIcon />
      </summary>
      <ul className="border-b border-line py-2 pl-4">
        {pages.map(page => (
          <li key={page.path} className="relative">
            <PageLink page={page} className="mr-11 flex min-h-11 items-center" />
            {page.children && page.children.length > 0 && (
              <MobileSubmenu entry={page} pages={page.children} />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function PageItems({ pages, itemClass }: { pages: MenuPage[]; itemClass: string }) {
  return pages.map(page => (
    <li key={page.path}>
      <PageLink page={page} className={itemClass} />
    </li>
  ))
}

function PageLink({ page: { title, path }, className }: { page: MenuPage; className: string }) {
  return (
    <Link to={path} reloadDocument={!isSitePath(path)} className={className}>
      {title}
    </Link>
  )
}
