import { type Language, languages } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { CloseIcon, MenuIcon } from '../../../ui/media/icons.tsx'
import { DropdownMenu } from '../../../ui/overlay/dropdown-menu.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { MenuPage, Menus } from '../../../ui/page/site-data.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { MobileSubmenu, toMenuPage } from '../../menus/pages/submenu.tsx'
import { AccountMenuItems } from './account-links.tsx'
import { LanguageLink } from './language-link.tsx'
import { ProductSearchForm } from './product-search-form.tsx'
import { categoryLink, navigationLinks, registryLinks, type SiteLink } from './site-links.ts'

const itemClasses = 'flex min-h-12 items-center border-b border-line text-lg font-medium'

/** The header's content on small screens, in a panel below it that opens without JavaScript too. */
export function MobileMenu(props: {
  customerName: string | null
  language: Language
  /** The paths of entries with pages below; `menus` has those pages once they are loaded. */
  entries: string[]
  menus: Menus
}) {
  const { customerName, language, entries, menus } = props
  return (
    <DropdownMenu
      className="phone-menu lg:hidden"
      label={m.site_menu()}
      summaryClass="-mr-2.5 flex size-11 items-center justify-center rounded-pill hover:bg-ink/6"
      summary={
        <>
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
      <div className="measure flex flex-col gap-6 py-6">
        <ProductSearchForm />
        <nav aria-label={m.site_navigation()}>
          <p className="text-sm font-semibold text-soft">{m.site_registry_group()}</p>
          <MobileLinkList links={registryLinks.slice(0, customerName ? 2 : 3)} />
          <MobileLinkList
            links={[...navigationLinks, categoryLink]}
            entries={[...entries, categoryLink.to]}
            menus={menus}
            className="mt-6"
          />
        </nav>
        <AccountSection name={customerName} />
        <div className="flex gap-6">
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
  { to: paths.login, label: m.site_sign_in },
  { to: paths.register, label: m.site_sign_up },
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

function MobileLinkList(props: { links: SiteLink[]; entries?: string[]; menus?: Menus; className?: string }) {
  const { links, entries = [], menus = {}, className } = props
  return (
    <ul className={className}>
      {links.map(link => (
        <MobileEntry key={link.to} link={link} hasPages={entries.includes(link.to)} pages={menus[link.to]} />
      ))}
    </ul>
  )
}

/** A link, or a row that opens the pages below it; without JavaScript those of the shop's pages are not there. */
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
