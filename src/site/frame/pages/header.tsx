import { type ReactNode, useRef } from 'react'
import { languages } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link, useIsActivePath } from '../../../ui/page/link.tsx'
import { type Menus, type SiteData, useCustomerName } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { CategoryMenu, Submenu, toMenuPage } from '../../menus/pages/submenu.tsx'
import { useMenus } from '../../menus/pages/use-menus.ts'
import { AccountLinks } from './account-links.tsx'
import { BrandLink } from './brand-link.tsx'
import { LanguageLink } from './language-link.tsx'
import { menuItemClasses, menuPanelClasses, navItemClasses } from './menu-classes.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { ProductSearchForm } from './product-search-form.tsx'
import { navigationLinks, registryLinks, type SiteLink } from './site-links.ts'
import { useStickyHeader } from './sticky-header.ts'

/** The header of every page: brand, search, account, language and cart; the navigation below or in the mobile menu (R805). */
export function Header({ data, cart }: { data: SiteData; cart: ReactNode }) {
  useStickyHeader()
  const { site, language } = data
  const customerName = useCustomerName()
  const header = useRef<HTMLElement>(null)
  const menus = useMenus(data.menus, header)
  return (
    <header ref={header} className="site-header no-print border-b border-line bg-paper">
      <div className="measure flex min-h-16 items-center gap-x-4 sm:gap-x-5 lg:relative lg:flex-wrap lg:gap-x-6 lg:pt-2">
        <BrandLink site={site} className="mr-auto text-pomegranate" />
        <div className="hidden items-center gap-x-4 lg:flex lg:flex-wrap min-[75rem]:gap-x-6">
          <CategoryMenu pages={menus['/categories'] ?? []} />
          <ProductSearchForm className="w-68 min-[75rem]:w-72" />
          <AccountLinks customerName={customerName} />
        </div>
        {languages
          .filter(other => other !== language)
          .map(other => (
            <LanguageLink
              key={other}
              language={other}
              short
              className={`${navItemClasses} min-w-6 justify-center`}
            />
          ))}
        {cart}
        <MobileMenu
          customerName={customerName}
          language={language}
          entries={data.menus.entries}
          menus={menus}
        />
      </div>
      <MainNavigation entries={data.menus.entries} menus={menus} />
    </header>
  )
}

function MainNavigation({ entries, menus }: { entries: string[]; menus: Menus }) {
  return (
    <nav aria-label={m.site_navigation()} className="measure hidden pb-1 lg:block">
      <ul className="-ml-px flex flex-wrap items-center gap-x-4 min-[75rem]:gap-x-6">
        <li>
          <DropdownMenu
            group="header"
            className="relative"
            summaryClass={navItemClasses}
            summary={
              <>
                {m.site_registry_group()}
                <ChevronIcon />
              </>
            }
            panelClass={`${menuPanelClasses} left-0`}
          >
            <ul>
              {registryLinks.map(link => (
                <li key={link.to}>
                  <Link to={link.to} className={menuItemClasses}>
                    {link.label()}
                  </Link>
                </li>
              ))}
            </ul>
          </DropdownMenu>
        </li>
        {navigationLinks.map(link => (
          <li key={link.to}>
            <NavEntry link={link} className={entries.includes(link.to) ? 'js:hidden' : undefined} />
            {entries.includes(link.to) && <Submenu entry={toMenuPage(link)} pages={menus[link.to]} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NavEntry({ link, className }: { link: SiteLink; className: string | undefined }) {
  const isOpen = useIsActivePath(link.to)
  return (
    <Link
      to={link.to}
      aria-current={isOpen ? 'page' : undefined}
      className={classNames(navItemClasses, className)}
    >
      {link.label()}
    </Link>
  )
}
