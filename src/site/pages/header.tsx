import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { SignOutForm } from '../../account/pages/session/sign-out-form.tsx'
import { type Language, languages } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { LanguageInput } from '../../ui/form/form.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { CloseIcon, MenuIcon } from '../../ui/media/icons.tsx'
import { DropdownMenu } from '../../ui/overlay/dropdown-menu.tsx'
import { Link, useIsActivePath } from '../../ui/page/link.tsx'
import { type MenuPage, type Menus, type SiteData, useCustomerName } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import {
  BrandLink,
  categoryLink,
  LanguageLink,
  LinkItems,
  menuItemClasses,
  navItemClasses,
  navigationLinks,
  registryLinks,
  type SiteLink,
} from './frame/site-links.tsx'
import { CategoryMenu, HeaderMenu, MobileSubmenu, Submenu, toMenuPage } from './submenu.tsx'

/**
 * The header of every page: brand, search, account, language and cart, with the navigation below or in the mobile
 * menu (R805). On a registry it is a single row, and the menu has the rest on wide screens too.
 */
export function Header({ data, cart }: { data: SiteData; cart: ReactNode }) {
  useStickyHeader()
  const { site, language } = data
  const customerName = useCustomerName()
  const header = useRef<HTMLElement>(null)
  const menus = useMenus(data.menus, header)
  const isOneRow = useMatches().some(({ id }) => id === 'registry/pages/registry-page')
  return (
    <header ref={header} className="site-header no-print border-b border-line bg-paper">
      <div
        className={classNames(
          'measure flex min-h-16 items-center gap-x-4 sm:gap-x-5 lg:gap-x-6',
          !isOneRow && 'lg:relative lg:flex-wrap lg:pt-2',
        )}
      >
        <BrandLink site={site} className="mr-auto text-pomegranate" />
        <div className="hidden items-center gap-x-4 lg:flex lg:flex-wrap min-[75rem]:gap-x-6">
          {!isOneRow && (
            <>
              <CategoryMenu pages={menus['/categories'] ?? []} />
              <ProductSearchForm className="w-68 min-[75rem]:w-72" />
            </>
          )}
          <AccountLinks customerName={customerName} />
        </div>
        {languages
          .filter(other => other !== language)
          .map(other => (
            <LanguageLink
              key={other}
              language={other}
              short
              className={`${navItemClasses} min-w-6 justify-center max-lg:-mx-2.5 max-lg:min-w-11`}
            />
          ))}
        {cart}
        <MobileMenu
          customerName={customerName}
          language={language}
          entries={data.menus.entries}
          menus={menus}
          className={isOneRow ? '' : 'lg:hidden'}
        />
      </div>
      {!isOneRow && <MainNavigation entries={data.menus.entries} menus={menus} />}
    </header>
  )
}

function MainNavigation({ entries, menus }: { entries: string[]; menus: Menus }) {
  return (
    <nav aria-label={m.site_navigation()} className="measure hidden pb-1 lg:block">
      <ul className="-ml-px flex flex-wrap items-center gap-x-4 min-[75rem]:gap-x-6">
        <li>
          <HeaderMenu label={m.site_registry_group()} className="relative" panelClass="left-0">
            <ul>
              <LinkItems links={registryLinks} className={menuItemClasses} />
            </ul>
          </HeaderMenu>
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

/** Scrolling by fewer pixels doesn't count as a direction. */
const minScrollDistance = 6

/** Sets the class `sticky` on the body while the page scrolls up, which shows the header again (layout, R809). */
function useStickyHeader(): void {
  useEffect(() => {
    // Not `window.scrollY`, because reading it now would force a layout.
    let lastY = 0
    const update = () => {
      const y = window.scrollY
      if (Math.abs(y - lastY) < minScrollDistance && y > 0) return
      document.body.classList.toggle('sticky', y < lastY && y > 0)
      lastY = y
    }
    window.addEventListener('scroll', update, { passive: true })
    return () => {
      window.removeEventListener('scroll', update)
      document.body.classList.remove('sticky')
    }
  }, [])
}

/** By address, across navigations. */
const menusByAddress = new Map<string, Promise<Menus>>()

const fetchTimeoutMs = 10_000
const retryAfterMs = 1000

/** Pointer or focus is in the header, or a menu was opened before the scripts ran. */
const inUseSelector = ':is(:hover, :focus-within, :has(details[open]))'

/**
 * The pages below the entries of the menus (R804): at first only the categories of the first level, and all of them
 * once pointer or focus enters the header. They are fetched when the browser is idle, or at that moment. After a
 * failure they are fetched again the next time, and until then the entries are links.
 */
function useMenus({ address, categories }: SiteData['menus'], header: RefObject<HTMLElement | null>): Menus {
  const [menus, setMenus] = useState<Menus>()
  useEffect(() => {
    const cleanup = new AbortController()
    const { signal } = cleanup
    const showAll = () =>
      fetchMenus(address).then(all => signal.aborted || startTransition(() => setMenus(all)), ignoreFailure)
    for (const event of ['pointerover', 'focusin'])
      header.current?.addEventListener(event, showAll, { signal })
    if (header.current?.matches(inUseSelector)) showAll()
    const whenIdle = window.requestIdleCallback ?? setTimeout
    whenIdle(() => fetchMenus(address).catch(ignoreFailure))
    return () => {
      cleanup.abort()
      setMenus(undefined)
    }
  }, [address, header])
  return menus ?? { '/categories': categories }
}

/** Without the menus every entry still leads to its page. */
function ignoreFailure(): void {}

/** Without cookies, so that the answer is the same for everybody and can be cached. */
function fetchMenus(address: string): Promise<Menus> {
  const known = menusByAddress.get(address)
  if (known) return known
  const menus = fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(fetchTimeoutMs) }).then(
    (response): Promise<Menus> => (response.ok ? response.json() : Promise.reject(response)),
  )
  menus.catch(() => setTimeout(() => menusByAddress.delete(address), retryAfterMs))
  menusByAddress.set(address, menus)
  return menus
}

const itemClasses = 'flex min-h-12 items-center border-b border-line text-lg font-medium'

/** The header's content on small screens and on registries, in a panel that opens without JavaScript too. */
function MobileMenu(props: {
  customerName: string | null
  language: Language
  /** The paths of entries with pages below; `menus` has those pages once they are loaded. */
  entries: string[]
  menus: Menus
  className: string
}) {
  const { customerName, language, entries, menus, className } = props
  return (
    <DropdownMenu
      className={`phone-menu ${className}`}
      label={m.site_menu()}
      summaryClass="-mr-2.5 flex h-11 min-w-11 items-center justify-center gap-2 rounded-pill hover:bg-ink/6 lg:px-2.5"
      summary={
        <>
          <span className="font-medium max-lg:hidden">{m.site_menu()}</span>
          <span className="group-open/menu:hidden">
            <MenuIcon />
          </span>
          <span className="hidden group-open/menu:block">
            <CloseIcon />
          </span>
        </>
      }
      panelClass="absolute inset-x-0 top-full z-30 max-h-[calc(100dvh-4rem)] animate-[rise_160ms_var(--ease-out)] overflow-y-auto overscroll-contain border-b border-line bg-paper shadow-[0_24px_40px_rgb(35_38_45/0.14)]"
    >
      <div className="measure flex flex-col gap-6 py-6 lg:grid lg:grid-cols-[1fr_2fr] lg:gap-x-14">
        <ProductSearchForm />
        <nav aria-label={m.site_navigation()} className="grid gap-6 lg:grid-cols-2 lg:gap-x-14">
          <div>
            <p className="text-sm font-semibold text-soft">{m.site_registry_group()}</p>
            <MobileLinkList links={registryLinks.slice(0, customerName ? 2 : 3)} />
          </div>
          <MobileLinkList
            links={[...navigationLinks, categoryLink]}
            entries={[...entries, categoryLink.to]}
            menus={menus}
          />
        </nav>
        {/* On wide screens the header has these. */}
        <div className="lg:hidden">
          <AccountSection name={customerName} />
        </div>
        <div className="flex gap-6 lg:hidden">
          {languages.map(option => (
            <LanguageLink
              key={option}
              language={option}
              current={option === language}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current=true]:font-semibold"
            />
          ))}
        </div>
      </div>
    </DropdownMenu>
  )
}

const signInLinks: SiteLink[] = [
  { to: paths.login, label: m.common_sign_in },
  { to: paths.register, label: m.common_sign_up },
]

function AccountSection({ name }: { name: string | null }) {
  if (!name) return <MobileLinkList links={signInLinks} />
  return (
    <div>
      <p className="text-sm font-semibold text-soft">{name}</p>
      <AccountMenuItems itemClass={itemClasses} />
    </div>
  )
}

function MobileLinkList(props: { links: SiteLink[]; entries?: string[]; menus?: Menus }) {
  const { links, entries = [], menus = {} } = props
  return (
    <ul>
      {links.map(link => (
        <MobileEntry key={link.to} link={link} hasPages={entries.includes(link.to)} pages={menus[link.to]} />
      ))}
    </ul>
  )
}

/** A link, or a row that opens the pages below it, which without JavaScript exist only for categories. */
function MobileEntry(props: { link: SiteLink; hasPages: boolean; pages: MenuPage[] | undefined }) {
  const { link, hasPages, pages } = props
  const isLink = !hasPages || !pages
  return (
    <li>
      {isLink && (
        <Link to={link.to} className={classNames(itemClasses, hasPages && 'js:hidden')}>
          {link.label()}
        </Link>
      )}
      {hasPages && (
        <div className={isLink ? 'hidden js:block' : undefined}>
          <MobileSubmenu entry={toMenuPage(link)} pages={pages} className={itemClasses} />
        </div>
      )}
    </li>
  )
}

/** Searches the shop by its own GET /search.php (R805). */
function ProductSearchForm({ className }: { className?: string }) {
  return (
    <search className={className} aria-label={m.common_search_the_shop()}>
      <form role="presentation" action="/search.php">
        <LanguageInput />
        <SearchBox
          label={m.common_search_the_shop()}
          submitLabel={m.common_search()}
          name="search_query"
          small
        />
      </form>
    </search>
  )
}

/** Signing in doesn't return to these pages. */
const pathsWithoutReturn: string[] = [paths.home, paths.login, paths.register, paths.notFound]

/**
 * Links to sign in and sign up, which remember the current page (R107), or the account menu. Both take the same place
 * and width, so that nothing moves when a page that is cached for all (R813) learns who is signed in.
 */
function AccountLinks({ customerName }: { customerName: string | null }) {
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
          {m.common_sign_in()}
        </Link>
        <Link to={paths.register + back} className={navItemClasses}>
          {m.common_sign_up()}
        </Link>
      </div>
      {customerName && <AccountMenu name={customerName} />}
    </div>
  )
}

function AccountMenu({ name }: { name: string }) {
  return (
    <HeaderMenu
      label={<span className="max-w-28 truncate">{name}</span>}
      className="relative max-w-full justify-self-end"
      panelClass="right-0"
    >
      <AccountMenuItems itemClass={menuItemClasses} />
    </HeaderMenu>
  )
}

const accountLinks: SiteLink[] = [
  { to: paths.myRegistries, label: m.common_my_registries },
  { to: paths.settings, label: m.common_settings },
]

function AccountMenuItems({ itemClass }: { itemClass: string }) {
  return (
    <ul>
      <LinkItems links={accountLinks} className={itemClass} />
      <li>
        <SignOutForm>
          <button type="submit" className={`${itemClass} w-full text-left`}>
            {m.common_sign_out()}
          </button>
        </SignOutForm>
      </li>
    </ul>
  )
}
