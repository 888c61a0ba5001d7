import { type ReactNode, useRef } from 'react'
import { otherLanguage } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import { DropMenu } from '../../ui/drop-menu.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Link, useIsOpen } from '../../ui/link.tsx'
import type { Menus, SiteData } from '../../ui/site-data.ts'
import { AccountLinks } from './account-links.tsx'
import { Brand } from './brand.tsx'
import { LanguageLink } from './language-link.tsx'
import { menuLinks, registryLinks, type SiteLink } from './links.ts'
import { menuItem, menuPanel, navItem } from './looks.ts'
import { PhoneMenu } from './phone-menu.tsx'
import { SearchForm } from './search-form.tsx'
import { useSticky } from './sticky.ts'
import { CategoryMenu, entryOf, Submenu } from './submenu.tsx'
import { useMenus } from './use-menus.ts'

/** The head of every page: brand, search, account, language and cart; the navigation under them or in a sheet. */
export function Header({ data, cart }: { data: SiteData; cart: ReactNode }) {
  useSticky()
  const { site, language, person } = data
  const box = useRef<HTMLElement>(null)
  const menus = useMenus(data.menus, box)
  return (
    <header ref={box} className="site-header no-print border-b border-line bg-paper">
      <div className="measure flex min-h-16 items-center gap-x-4 sm:gap-x-5 lg:relative lg:flex-wrap lg:gap-x-6 lg:pt-2">
        <Brand site={site} className="mr-auto text-pomegranate" />
        <div className="hidden items-center gap-x-4 lg:flex lg:flex-wrap min-[75rem]:gap-x-6">
          <CategoryMenu pages={menus['/categories'] ?? []} />
          <SearchForm className="w-56 min-[75rem]:w-72" />
          <AccountLinks person={person} />
        </div>
        <LanguageLink
          language={otherLanguage(language)}
          short
          className={`${navItem} min-w-6 justify-center`}
        />
        {cart}
        <PhoneMenu person={person} language={language} entries={data.menus.entries} menus={menus} />
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
          <DropMenu
            group="header"
            className="relative"
            summaryClass={navItem}
            summary={
              <>
                {m.site_registry_group()}
                <ChevronIcon />
              </>
            }
            panelClass={`${menuPanel} left-0`}
          >
            <ul>
              {registryLinks.map(link => (
                <li key={link.to}>
                  <Link to={link.to} className={menuItem}>
                    {link.words()}
                  </Link>
                </li>
              ))}
            </ul>
          </DropMenu>
        </li>
        {menuLinks.map(link => (
          <li key={link.to} className="relative flex items-center">
            <NavEntry link={link} />
            {entries.includes(link.to) && <Submenu entry={entryOf(link)} pages={menus[link.to]} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NavEntry({ link }: { link: SiteLink }) {
  const isOpen = useIsOpen(link.to)
  return (
    <Link to={link.to} aria-current={isOpen ? 'page' : undefined} className={navItem}>
      {link.words()}
    </Link>
  )
}
