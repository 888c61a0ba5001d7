import { m } from '../../paraglide/messages.js'
import { classNames } from '../../ui/class-names.ts'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import type { MenuPage } from '../../ui/site-data.ts'
import { pagesInRow } from '../menu-rules.ts'
import { isOwnAddress } from '../rules.ts'
import { menuItem, menuPanel, navItem } from './looks.ts'

interface Below {
  /** The entry's own words. */
  title: string
  pages: MenuPage[]
}

/** The pages under an entry of the header, behind a button beside it; more than eight stand in two rows (spec §2). */
export function Submenu({ title, pages }: Below) {
  if (pages.length === 0) return null
  const twoRows = pages.length > pagesInRow
  return (
    <DropMenu
      group="header"
      label={m.site_submenu({ title })}
      summaryClass="-mr-2 flex size-7 items-center justify-center rounded-pill hover:bg-ink/6"
      summary={<ChevronIcon />}
      panelClass={`${menuPanel} left-0 w-max`}
    >
      <ul className={classNames(twoRows && 'grid grid-cols-2')}>
        <PageItems pages={pages} itemClass={menuItem} />
      </ul>
    </DropMenu>
  )
}

/** The shop's categories beside its search, at the right edge of the header's row, each with those right below it, and the way to the whole tree. */
export function CategoryMenu({ pages }: { pages: MenuPage[] }) {
  return (
    <DropMenu
      group="header"
      summaryClass={navItem}
      summary={
        <>
          {m.site_categories()}
          <ChevronIcon />
        </>
      }
      panelClass={`${menuPanel} right-8 w-max max-w-[min(60rem,90vw)] max-h-[calc(100dvh-5rem)] overflow-y-auto overscroll-contain`}
    >
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 min-[75rem]:grid-cols-3">
        {pages.map(page => (
          <li key={page.path}>
            <PageLink page={page} className={classNames(menuItem, 'font-semibold')} />
            {page.children && page.children.length > 0 && (
              <ul className="mb-2">
                <PageItems
                  pages={page.children}
                  itemClass="flex min-h-9 items-center rounded-field px-3 text-soft hover:bg-paper hover:text-ink focus-visible:outline-offset-0"
                />
              </ul>
            )}
          </li>
        ))}
        <li className="col-span-full border-t border-line pt-1">
          <Link to="/categories" className={menuItem}>
            {m.site_categories_all()}
          </Link>
        </li>
      </ul>
    </DropMenu>
  )
}

/** Pages under an entry of the phone's menu, whose row it opens below. */
export function Unfolding({ title, pages }: Below) {
  if (pages.length === 0) return null
  return (
    <details className="group/below">
      <summary
        aria-label={m.site_submenu({ title })}
        className="absolute top-0 right-0 flex size-12 items-center justify-center group-open/below:rotate-180"
      >
        <ChevronIcon />
      </summary>
      <ul className="border-b border-line py-2">
        <PageItems pages={pages} itemClass="flex min-h-11 items-center pl-4" />
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
    <Link to={path} reloadDocument={!isOwnAddress(path)} className={className}>
      {title}
    </Link>
  )
}
