import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { type MenuPage, useLanguage, useSite } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { menuItemClasses, menuPanelClasses, navItemClasses } from '../../frame/pages/menu-classes.ts'
import type { SiteLink } from '../../frame/pages/site-links.ts'
import { maxPagesInOneRow } from '../rules.ts'

interface SubmenuProps {
  entry: MenuPage
  /** While they are loading, the entry itself stands in their place: its page links to them. */
  pages?: MenuPage[] | undefined
}

export function toMenuPage({ to, label }: SiteLink): MenuPage {
  return { title: label(), path: to }
}

/**
 * The pages under an entry of the header, behind a button beside it; more than eight stand in two rows (R804).
 * Without JavaScript the entry's own page leads to them.
 */
export function Submenu({ entry, pages = [entry] }: SubmenuProps) {
  const hasTwoRows = pages.length > maxPagesInOneRow
  return (
    <DropdownMenu
      group="header"
      label={m.site_submenu({ title: entry.title })}
      className="hidden js:block"
      summaryClass="-mr-2 flex size-7 items-center justify-center rounded-pill hover:bg-ink/6"
      summary={<ChevronIcon />}
      panelClass={`${menuPanelClasses} left-0 w-max`}
    >
      <ul className={classNames(hasTwoRows && 'grid grid-cols-2')}>
        <PageItems pages={pages} itemClass={menuItemClasses} />
      </ul>
    </DropdownMenu>
  )
}

/** The shop's categories of three levels (the first alone while the others are loading), and a link to all of them (R804). */
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
      <div className="border-t border-line pt-1">
        <Link to="/categories" className={menuItemClasses}>
          {m.site_categories_all()}
        </Link>
      </div>
    </DropdownMenu>
  )
}

const subcategoryClasses =
  'inline-flex min-h-7 items-center rounded-field decoration-1 underline-offset-4 hover:underline'

/** The pages under an entry of the mobile menu, which opens below the entry's row; at any depth. */
export function MobileSubmenu({ entry, pages = [entry] }: SubmenuProps) {
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

/** A link into the storefront needs a new document, also where the storefront stands on this site. */
function PageLink({ page: { title, path }, className }: { page: MenuPage; className: string }) {
  const storefront = useSite()?.storefronts[useLanguage()]
  const isStorefront = storefront !== undefined && path.startsWith(`${storefront}/`)
  return (
    <Link to={path} reloadDocument={isStorefront} className={className}>
      {title}
    </Link>
  )
}
